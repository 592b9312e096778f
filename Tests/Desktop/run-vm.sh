#!/bin/bash
# Runs a command in the virtual machine of build-image.sh. Needs no root.
#
#   run-vm.sh [options] SHARED_DIR COMMAND [ARG...]
#
# SHARED_DIR is /mnt/host in the machine, read-write, and COMMAND runs there as the ordinary user `desk` (uid 1000, in no
# extra group), in an active logind session on seat0 with `systemd --user` and a session bus, so that udev's uaccess works
# as on a desktop. `sudo` needs no password there. Output and exit status of COMMAND are this script's own.
# The disk is thrown away after each run, and there is no network in the machine.
#
#   --timeout SECONDS   hard limit for boot and command together, in real time (default 300)
#   --disk FILE         the image of a file system, /dev/vdb in the machine, read-only: faster than what is shared
#   --modules "A B"     kernel modules to load before the session: vivid, v4l2loopback, ...
#   --journal FILE      where to put the guest's journal
#   --console FILE      where to put the kernel's console (default: shown only on failure)
#   --env NAME=VALUE    sets a variable for COMMAND (repeatable)
#   --smp N, --memory MiB   default 2 and 2048
#   --icount            the guest's clock counts instructions, 1 ns each, on one CPU, and skips idle time: emulation then
#                       looks like a slow computer instead of a late one, and a 15 fps camera works in slow motion.
#                       Not a measure of speed: a vector instruction counts as one.
#   --timing            says on stderr how long the boot and the command took
#
# SWIPED_VM_CACHE (default ~/.cache/swiped-vm), SWIPED_VM_ACCEL (auto, kvm, tcg), SWIPED_VM_CPU, SWIPED_VM_KERNEL
# Exit: the command's status; 124 the time limit; 125 the machine itself failed (its console is shown); 143 on TERM.
set -uo pipefail
cache=${SWIPED_VM_CACHE:-$HOME/.cache/swiped-vm}
timeout=300 modules= journal= console= smp=2 memory=2048 timing= env=() icount=() disk=()
while [ $# -gt 0 ]; do
    case $1 in
        --timeout) timeout=$2; shift 2;;
        --disk) disk=(-drive "file=$2,format=raw,if=none,id=disk,readonly=on" -device virtio-blk-pci,drive=disk); shift 2;;
        --modules) modules=$2; shift 2;;
        --journal) journal=$2; shift 2;;
        --console) console=$2; shift 2;;
        --env) env+=("$2"); shift 2;;
        --smp) smp=$2; shift 2;;
        --memory) memory=$2; shift 2;;
        --icount) icount=(-icount shift="${SWIPED_VM_ICOUNT:-0}",sleep=off,align=off); smp=1; shift;;
        --timing) timing=1; shift;;
        --) shift; break;;
        -h|--help) sed -n '2,/^set /{s/^# \{0,1\}//;/^set /!p}' "$0"; exit 0;;
        -*) echo "run-vm: unknown option $1" >&2; exit 2;;
        *) break;;
    esac
done
[ $# -ge 2 ] || { echo "usage: $0 [options] SHARED_DIR COMMAND [ARG...]" >&2; exit 2; }
[ -d "$1" ] || { echo "run-vm: $1 is no folder" >&2; exit 2; }
shared=$(cd "$1" && pwd -P); shift
[ -f "$cache/key" ] || { echo "run-vm: no image in $cache; run build-image.sh" >&2; exit 125; }
command -v qemu-system-x86_64 >/dev/null || { echo "run-vm: apt-get install qemu-system-x86" >&2; exit 125; }

# KVM is taken only where the CPU says vmx or svm: a /dev/kvm without them, as in a machine that is virtual itself,
# interprets the guest's kernel instruction by instruction, and does not get it booted.
accel=${SWIPED_VM_ACCEL:-auto}
if [ "$accel" = auto ]; then
    accel=tcg
    if [ -r /dev/kvm ] && [ -w /dev/kvm ] && grep -qwE 'vmx|svm' /proc/cpuinfo; then accel=kvm; fi
fi
case $accel in
    kvm) cpu=${SWIPED_VM_CPU:-host}; accel_arg=kvm;;
    tcg) cpu=${SWIPED_VM_CPU:-max,-la57}; accel_arg=tcg,thread=multi,tb-size=512;;
esac
if [ ${#icount[@]} -gt 0 ]; then accel=tcg cpu=${SWIPED_VM_CPU:-max,-la57} accel_arg=tcg,thread=single,tb-size=512; fi
kernel=$cache/${SWIPED_VM_KERNEL:-vmlinux}

ctl=$(mktemp -d "${TMPDIR:-/tmp}/swiped-vm.XXXXXX")
trap 'rm -rf "$ctl"' EXIT
{
    for e in "${env[@]}"; do printf 'export %q\n' "$e"; done
    printf 'exec'; printf ' %q' "$@"; echo
} > "$ctl/command.sh"
{
    printf 'owner=%q\n' "$(stat -c %u:%g "$shared")"
    printf 'modules=%q\n' "$modules"
    printf 'journal=%q\n' "${journal:+1}"
} > "$ctl/settings"
chmod 755 "$ctl"; chmod 644 "$ctl"/*

start=$(date +%s.%N)
# fd 8 and 9 carry the command's stdout and stderr; through pipes, as QEMU opens them anew (own file offset)
exec 8> >(exec cat); out_cat=$!
exec 9> >(exec cat >&2); err_cat=$!
timeout -k 5 "$timeout" qemu-system-x86_64 \
    -name swiped-vm "${icount[@]}" -machine q35,usb=off,vmport=off,i8042=off,smbus=off -accel "$accel_arg" -cpu "$cpu" -smp "$smp" -m "$memory" \
    -nodefaults -no-user-config -display none -no-reboot -nic none -monitor none \
    -kernel "$kernel" -initrd "$cache/initrd" \
    -append "console=ttyS0 quiet panic=-1 mitigations=off nokaslr audit=0 tsc=reliable no_timer_check \
systemd.show_status=false systemd.log_target=journal ${SWIPED_VM_APPEND:-}" \
    -drive "file=$cache/root.img,format=raw,if=none,id=root,snapshot=on,cache=unsafe" \
    -device virtio-blk-pci,drive=root "${disk[@]}" \
    -fsdev "local,id=host,path=$shared,security_model=none,multidevs=remap" -device virtio-9p-pci,fsdev=host,mount_tag=host \
    -fsdev "local,id=ctl,path=$ctl,security_model=none" -device virtio-9p-pci,fsdev=ctl,mount_tag=ctl \
    -device virtio-rng-pci \
    -device virtio-serial-pci \
    -chardev file,id=out,path=/dev/fd/8,append=on -device virtserialport,chardev=out,name=swiped.out \
    -chardev file,id=err,path=/dev/fd/9,append=on -device virtserialport,chardev=err,name=swiped.err \
    -chardev "file,id=con,path=$ctl/console" -serial chardev:con \
    </dev/null >"$ctl/qemu" 2>&1 &
vm=$!
trap 'kill $vm 2>/dev/null; wait $vm; rm -rf "$ctl"; exit 143' TERM INT HUP
wait $vm
qemu=$?
trap - TERM INT HUP
end=$(date +%s.%N)
exec 8>&- 9>&-
wait $out_cat $err_cat
[ -n "$console" ] && cp "$ctl/console" "$console"
[ -n "$journal" ] && cp "$ctl/journal.txt" "$journal" 2>/dev/null
status=$(cat "$ctl/status" 2>/dev/null)
if [ -n "$timing" ]; then
    python3 - "$start" "$end" "$(cat "$ctl/uptime-command" 2>/dev/null)" "$(cat "$ctl/uptime-end" 2>/dev/null)" "$accel" >&2 <<'PY'
import sys
s, e, c, x = (float(v or 'nan') for v in sys.argv[1:5])
print(f"run-vm: {sys.argv[5]}: {e-s:.1f} s in all; boot to command {c:.1f} s, command {x-c:.1f} s (guest clock)")
PY
fi
if [ "$qemu" = 124 ] || [ "$qemu" = 137 ]; then
    echo "run-vm: over the time limit of $timeout s" >&2
    [ -n "$console" ] || tail -n 20 "$ctl/console" >&2
    exit 124
fi
if [ -z "$status" ]; then
    echo "run-vm: the machine ended without a status (qemu: $qemu)" >&2
    tail -n 5 "$ctl/qemu" >&2; tail -n 40 "$ctl/console" >&2
    exit 125
fi
exit "$status"
