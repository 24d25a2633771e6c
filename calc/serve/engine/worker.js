// The engine of a page without a server: the functions of the API, in Python. Tables are files of this browser.

import { loadPyodide } from "./pyodide.mjs";

const TABLES = "/tables";
const here = new URL(".", import.meta.url).href;

const ready = (async () => {
  const packed = fetch(`${here}site.zip`).then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(answer.status))));
  const python = await loadPyodide({ indexURL: here });
  python.unpackArchive(await packed, "zip", { extractDir: "/site" });
  python.FS.mkdirTree(TABLES);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, TABLES);
  const api = python.runPython(`
import sys
sys.path.insert(0, "/site")
sys.dont_write_bytecode = True
from pathlib import Path
import msgspec
from calc.serve.api import Api
from calc.serve.shelf import Shelf
from calc.serve.tables import Tables
fallback = msgspec.json.decode(Path("/site/fallback.json").read_bytes())
Api(Tables(Path("${TABLES}"), Shelf(Path("/site/own"), fallback)))
`);
  return { api, files: python.FS };
})();
ready.catch((error) => {
  console.error(error);
  postMessage({ isFailed: true });
});

const alone = (work) => (navigator.locks ? navigator.locks.request("yaku-tables", work) : work());

async function answer({ id, method, path, body }) {
  const { api, files } = await ready;
  const ask = () => {
    postMessage({ id, isBegun: true });
    const told = api.tell(method, path, body ?? null);
    const [status, text] = told.toJs();
    told.destroy();
    return { id, status, body: text };
  };
  if (!/^api\/(tables|standings)/.test(path)) return ask();
  const synced = (isRead) => new Promise((resolve, reject) => files.syncfs(isRead, (error) => (error ? reject(error) : resolve())));
  // Other windows of this browser have the same tables, so one after the other reads and changes them.
  return alone(async () => {
    try {
      await synced(true);
      const told = ask();
      if (method !== "GET") await synced(false);
      return told;
    } catch (error) {
      console.error(error);
      return { id, status: 507, isLost: true };
    }
  });
}

let queue = Promise.resolve();
onmessage = ({ data }) => {
  queue = queue
    .then(() => answer(data))
    .catch((error) => {
      console.error(error);
      return { id: data.id, status: 500, body: "" };
    })
    .then(postMessage);
};
