#!/bin/bash
# Runs a command in the virtual machine that build-image.sh builds. Needs no root.
#
#   run-vm.sh [options] SHARED_DIR COMMAND [ARG...]
#
# SHARED_DIR is /mnt/host in the machine, read-write, and COMMAND runs there as the ordinary user `desk` (uid 1000, in no
# extra group), in an active logind session on seat0 with `systemd --user` and a session bus, so that udev's uaccess works
# as on a desktop. `sudo` needs no password there. The output and exit status of COMMAND become those of this script.
# Changes to the disk are discarded after each run, and the machine has no network.
#
#   --suite NAME        Debian's release: trixie (default) or bookworm
#   --timeout SECONDS   hard limit for the command, on the machine's own clock (default 300)
#   --disk FILE         a file system image, /dev/vdb in the machine, read-only; faster than SHARED_DIR
#   --modules "A B"     kernel modules to load before the session: vivid, v4l2loopback, ...
#   --journal FILE      file for the guest's journal
#   --console FILE      file for the kernel's console (default: shown only on failure)
#   --env NAME=VALUE    sets a variable for COMMAND (repeatable)
#   --smp N, --memory MiB   default 2 and 2048
#   --icount            the guest's clock counts instructions, 1 ns each, on one CPU, and real time while it is idle: emulation
#                       then acts like a slow computer instead of a late one, and a 15 fps camera works in slow motion.
#                       (sleep=off would skip idle time, and on a busy host also minutes of waiting for the disk.)
#                       Not a measure of speed: a vector instruction counts as one.
#   --reboot            the command may boot the machine again, by creating /mnt/.ctl/reboot first; COMMAND then starts from the beginning
#   --timing            prints the duration of the boot and of the command to stderr
#
# SWIPED_VM_CACHE (default ~/.cache/swiped-vm), SWIPED_VM_ACCEL (auto, kvm, tcg), SWIPED_VM_CPU, SWIPED_VM_KERNEL
# Exit status: that of the command; 124 time limit; 125 the machine itself failed (its console is shown); 143 on TERM.
# A machine that makes no progress at all is killed and counts as failed: see watch below.
set -uo pipefail
suite=trixie
timeout=300 modules= journal= console= smp=2 memory=2048 timing= env=() icount=() disk=() reboot=(-no-reboot)
while [ $# -gt 0 ]; do
    case $1 in
        --timeout) timeout=$2; shift 2;;
        --suite) suite=$2; shift 2;;
        --disk) disk=(-drive "file=$2,format=raw,if=none,id=disk,readonly=on" -device virtio-blk-pci,drive=disk); shift 2;;
        --modules) modules=$2; shift 2;;
        --journal) journal=$2; shift 2;;
        --console) console=$2; shift 2;;
        --env) env+=("$2"); shift 2;;
        --smp) smp=$2; shift 2;;
        --memory) memory=$2; shift 2;;
        --icount) icount=(-icount shift="${SWIPED_VM_ICOUNT:-0}",sleep=on,align=off); smp=1; shift;;
        --reboot) reboot=(); shift;;
        --timing) timing=1; shift;;
        --) shift; break;;
        -h|--help) sed -n '2,/^set /{s/^# \{0,1\}//;/^set /!p}' "$0"; exit 0;;
        -*) echo "run-vm: unknown option $1; see run-vm.sh --help" >&2; exit 2;;
        *) break;;
    esac
done
[ $# -ge 2 ] || { echo "usage: $0 [options] SHARED_DIR COMMAND [ARG...]" >&2; exit 2; }
[ -d "$1" ] || { echo "run-vm: $1 is not a folder; name the folder to share" >&2; exit 2; }
shared=$(cd "$1" && pwd -P); shift
cache=${SWIPED_VM_CACHE:-$HOME/.cache/swiped-vm}/$suite
[ -f "$cache/key" ] || { echo "run-vm: no image in $cache; run Tests/Desktop/build-image.sh" >&2; exit 125; }
command -v qemu-system-x86_64 >/dev/null || { echo "run-vm: qemu-system-x86_64 is missing; run apt-get install qemu-system-x86" >&2; exit 125; }

# KVM is used only if the CPU has vmx or svm. A /dev/kvm without them, as in some virtual machines, interprets the guest's kernel
# instruction by instruction, and does not get it booted.
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
    # Where the machine may boot again, it does so after a kernel panic, too.
    [ ${#reboot[@]} -gt 0 ] || echo 'if [ -e /mnt/.ctl/booted ] && [ ! -e /mnt/.ctl/reboot ]; then sudo systemctl --force --force poweroff; fi
sudo rm -f /mnt/.ctl/reboot; sudo touch /mnt/.ctl/booted'
    for e in "${env[@]}"; do printf 'export %q\n' "$e"; done
    # The limit applies inside, since with --icount the machine's clock is independent of the host's speed.
    printf 'sudo bash /mnt/.ctl/limit.sh %q </dev/null >/dev/null 2>&1 &\n' "$timeout"
    printf 'exec'; printf ' %q' "$@"; echo
} > "$ctl/command.sh"
cat > "$ctl/limit.sh" <<'LIMIT'
# Writes the machine's uptime every 2 s, and ends the machine at the limit.
read -r up _ </proc/uptime
end=$((${up%.*} + $1))
while [ "${up%.*}" -lt $end ]; do
    echo "$up" >/mnt/.ctl/heartbeat
    sleep 2
    read -r up _ </proc/uptime
done
journalctl -b --no-pager -o short-monotonic >/mnt/.ctl/journal.txt
echo 124 >/mnt/.ctl/status
sync -f /mnt/.ctl/status
systemctl --force --force poweroff
LIMIT
{
    printf 'owner=%q\n' "$(stat -c %u:%g "$shared")"
    printf 'modules=%q\n' "$modules"
    printf 'journal=%q\n' "${journal:+1}"
} > "$ctl/settings"
chmod 755 "$ctl"; chmod 644 "$ctl"/*

start=$(date +%s.%N)
# fd 8 and 9 carry the command's stdout and stderr; through pipes, since QEMU reopens them (with its own file offset)
exec 8> >(exec cat); out_cat=$!
exec 9> >(exec cat >&2); err_cat=$!
qemu-system-x86_64 \
    -name swiped-vm "${icount[@]}" -machine q35,usb=off,vmport=off,i8042=off,smbus=off -accel "$accel_arg" -cpu "$cpu" -smp "$smp" -m "$memory" \
    -nodefaults -no-user-config -display none "${reboot[@]}" -nic none -monitor none \
    -kernel "$kernel" -initrd "$cache/initrd" \
    -append "console=ttyS0 quiet panic=-1 oops=panic mitigations=off nokaslr audit=0 tsc=reliable no_timer_check \
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
# watch: kills a machine whose clock stands still. 2 s of its clock take at most about as long as ten boots, since inference is emulated far
# more slowly than a boot; a host may be slower at times.
watch() {
    local limit=1800 last= since=$SECONDS now begun=$SECONDS
    while sleep 5 >/dev/null 2>&1; do
        now=$(cat "$ctl/heartbeat" 2>/dev/null)
        if [ "$now" != "$last" ]; then
            if [ -z "$last" ]; then limit=$((20 * (SECONDS - begun))); [ $limit -ge 600 ] || limit=600; fi
            last=$now since=$SECONDS
        elif [ $((SECONDS - since)) -ge $limit ]; then
            echo "run-vm: the machine's clock has not moved for $limit s; killed it" >&2
            kill -KILL $vm
            return
        fi
    done
}
watch 8>&- 9>&- &
watch=$!
trap 'kill $vm $watch 2>/dev/null; wait $vm; rm -rf "$ctl"; exit 143' TERM INT HUP
wait $vm
qemu=$?
trap - TERM INT HUP
kill $watch 2>/dev/null
wait $watch 2>/dev/null
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
print(f"run-vm: {sys.argv[5]}: {e-s:.1f} s in total; boot to command {c:.1f} s, command {x-c:.1f} s (guest clock)")
PY
fi
if [ "$status" = 124 ]; then echo "run-vm: the command exited with status 124, or exceeded the limit of $timeout s on the machine's clock" >&2; fi
if [ -z "$status" ]; then
    echo "run-vm: the machine exited without a status (qemu: $qemu); its console follows" >&2
    tail -n 5 "$ctl/qemu" >&2; tail -n 40 "$ctl/console" >&2
    exit 125
fi
exit "$status"
