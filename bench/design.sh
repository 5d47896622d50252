#!/usr/bin/env bash
# Designs, layouts and failures: the search over 10^3 to 10^7 endpoints, the best weighted cost ratio of every size, layouts of five machines, failures of four.
#
#     bench/design.sh target/release/crossedge > bench/runs/design.txt
set -euo pipefail
crossedge=$1
"$crossedge" --version
grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //'
echo "cores: $(nproc); load at the start: $(cut -d' ' -f1 /proc/loadavg)"
# timed COMMAND…: what it prints, then seconds and the largest memory.
timed() {
    echo
    echo "\$ crossedge ${*@Q}"
    /usr/bin/env time -f '(%e s wall, %U s of processors, %M KiB)' "$crossedge" --quiet "$@" 2>&1 || echo "exit code $?"
}
# As many candidates as there are, with figures that all of them have.
timed design --endpoints 1k..10M --ports ..64 --objective throughput,ports,diameter --by-size --time
timed design --endpoints 1k..10M --ports ..64 --direct --objective crw --by-size --time
timed design --base 'torus(2,3,5)' --endpoints 2..10M --family hdn --all --limit 100 --format csv
timed design 'torus(16,16,32)' 'twisted(16,16,32)' 'dual(torus(8,8))' 'dual(torus(4,4,4))' 'dual(torus(2,4,8))' \
    'hosts(dragonfly(16,8), 8)' 'hosts(slimfly(19), 12)' 'hosts(hyperx(8,8,8), 16)' 'fattree(32)' --block 64
for machine in 'rdn(torus(5,5), 1)' 'dual(torus(8,8))' 'hdn(torus(2,3,5), [{1,2}, {1}])' 'fattree(32)' 'hosts(dragonfly(16,8), 8)'; do
    timed layout "$machine"
done
timed failures 'torus(16,16,32)' 'dual(torus(8,8))' 'fattree(32)' 'hosts(dragonfly(16,8), 8)'
