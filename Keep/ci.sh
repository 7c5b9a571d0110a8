#!/bin/sh
# Tests the plugin. CI runs this script; run it before a commit, too.
set -eu
cd "$(dirname "$0")"
# INSPECTOR names a program to use instead of the one on the PATH.
"${INSPECTOR:-inspector}" plugin check ./keep.inspector-plugin.json
