#!/bin/sh
# /usr/local/sbin/petteia, mode 755: `petteia` as the server itself runs, by its user, with its settings, in its folder.
# Another release than the one that serves: RELEASE=/opt/petteia-0.6.0 petteia compile
set -eu
set -a
. /etc/petteia/petteia.env
set +a
cd "$PETTEIA_DATA_DIR"
ulimit -n 65536 2>/dev/null || : # as systemd lets it, where that can be had
exec runuser -u petteia -- "${RELEASE:-/opt/petteia}/bin/petteia" "$@"
