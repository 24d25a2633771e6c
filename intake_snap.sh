#!/bin/bash
# snapshot HEAD and run tests there: intake_snap.sh OUT tests...
out=$1; shift
d=/tmp/intake_snap_$$; git -C /work/wt/intake worktree add -q --detach $d HEAD
cd $d; PYTHONPATH=$d nice /work/wt/intake/env/bin/python -m pytest -n 2 -q -p no:warnings -p no:cacheprovider "$@" > $out 2>&1
echo "done $(date)" >> $out
cd /; git -C /work/wt/intake worktree remove --force $d
