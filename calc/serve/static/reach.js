// How the page reaches what answers it: the server that has sent it. A page without a server has engine/reach.js here.

export const isAlone = false;
export const reach = (path, options) => fetch(path, options);
