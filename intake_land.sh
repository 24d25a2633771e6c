#!/bin/bash
# pull, check, push; stops at the first fault
cd /work/wt/intake
git pull -q --rebase origin main || { git status --short | grep -E "^(UU|AA|DU|UD|.U)"; exit 1; }
env/bin/ruff check --fix -q --select I,F401,F811 calc tests bench docs; env/bin/ruff format -q calc tests bench docs
[ -z "$(git status --short)" ] || git commit -qam "house: sort imports"
env/bin/ruff check -q calc tests bench docs || exit 1
env/bin/mypy | tail -3; [ ${PIPESTATUS[0]} = 0 ] || exit 1
env/bin/python -m pytest -q -p no:warnings tests/test_layers.py tests/test_public_api.py 2>&1 | tail -2; [ ${PIPESTATUS[0]} = 0 ] || exit 1
git push -q origin HEAD:main && git log --oneline -3
