#!/bin/sh
# Runs .venv's uv with the indexes, folders of packages and certificates that pip is configured for on
# this machine: uv does not read pip's settings. Settings of uv's own win.
set -eu
bin=$(dirname "$0")/../.venv/bin
settings=$("$bin/python" -m pip config list)

# The value of one of pip's options; what PIP_… says comes first. A list has spaces between its items.
pip_says() {
    printf '%s\n' "$settings" | sed -n "s/^[^=]*\.$1='\(.*\)'\$/\1/p" | head -n 1 |
        sed 's/\\n/ /g; s/^ *//; s/ *$//; s/  */ /g'
}

# Sets a variable, unless it is set or the value is empty.
default() {
    eval "known=\${$1:-}"
    [ -n "$known" ] || [ -z "$2" ] || export "$1=$2"
}

default UV_DEFAULT_INDEX "$(pip_says index-url)"
default UV_INDEX "$(pip_says extra-index-url)"
default UV_INDEX_STRATEGY unsafe-best-match # pip's: the newest of all indexes
default UV_FIND_LINKS "$(pip_says find-links | tr ' ' ',')"
default UV_NO_INDEX "$(pip_says no-index)"
default UV_INSECURE_HOST "$(pip_says trusted-host)"
default SSL_CERT_FILE "$(pip_says cert)"
exec "$bin/uv" "$@"
