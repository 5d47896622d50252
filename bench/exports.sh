#!/usr/bin/env bash
# Times of exports: 648, 1,250 and 32,768 nodes in every format, and an edge list of 3,125,000 nodes beside writing as many bytes.
#
#     bench/exports.sh target/release/crossedge > bench/runs/exports.txt
set -euo pipefail
crossedge=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
formats=$("$crossedge" formats --json | sed -n 's/^ *"name": "\(.*\)",$/\1/p')
# timed COMMAND…: seconds and the largest memory, in MiB.
timed() {
    /usr/bin/env time -f '%e s, %M KiB' "$@" >/dev/null 2>"$work/said" || { tail -n 3 "$work/said" | grep -m1 error; return 0; }
    tail -n 1 "$work/said"
}
"$crossedge" --version
grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //'
echo "cores: $(nproc)"
for expression in 'rdn(ring(3), 2)' 'dual(torus(5,5))' 'hypercube(15)'; do
    for format in $formats; do
        echo "$expression $format: $(timed "$crossedge" --quiet export "$expression" --to "$format" -o "$work/x" --force), $(stat -c %s "$work/x" 2>/dev/null || echo 0) bytes"
        rm -f "$work"/x*
    done
done
big='rdn(torus(5,5), 2)'
for turn in 1 2 3; do
    echo "$big edges: $(timed "$crossedge" --quiet export "$big" --to edges -o "$work/edges" --force), $(stat -c %s "$work/edges") bytes"
    # The same bytes, written by a program that does nothing else.
    echo "the same bytes, copied: $(timed dd if="$work/edges" of="$work/copy" bs=64k conv=fsync status=none)"
    # Both are new files in every turn: taking an old one away costs as much again.
    rm -f "$work/copy" "$work"/edges*
done
