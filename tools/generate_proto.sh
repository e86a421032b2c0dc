#!/usr/bin/env bash
# Generate the Python code of the API into the folder given, from proto/bessemer/v1.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bin=.venv/bin
mkdir -p "$1"
"$bin/python" -m grpc_tools.protoc -I proto \
    --plugin=protoc-gen-mypy="$bin/protoc-gen-mypy" --plugin=protoc-gen-mypy_grpc="$bin/protoc-gen-mypy_grpc" \
    --python_out="$1" --grpc_python_out="$1" \
    --mypy_out=quiet,readable_stubs:"$1" --mypy_grpc_out=quiet:"$1" \
    proto/bessemer/v1/*.proto
touch "$1/bessemer/v1/__init__.py" "$1/bessemer/v1/py.typed"
# A file without services has nothing for gRPC in it.
grep -L "Servicer" "$1"/bessemer/v1/*_pb2_grpc.py | while read -r empty; do rm -f "$empty" "${empty}i"; done
