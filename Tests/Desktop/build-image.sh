#!/bin/bash
# Builds the kernel, the initramfs and the root disk that run-vm.sh boots, only from Debian's packages.
#
#   build-image.sh [--suite trixie|trixie-panels|bookworm] [--force] [--print-key]
#
# trixie-panels also has desktops with a panel. The result is in $SWIPED_VM_CACHE/SUITE (default ~/.cache/swiped-vm/trixie):
#
#   vmlinux      the kernel, uncompressed: QEMU boots it by PVH, so that the guest need not unpack it
#   bzImage      the same kernel as packaged, for a QEMU without PVH (SWIPED_VM_KERNEL=bzImage)
#   initrd       3 MB: loads virtio_blk and ext4, mounts the disk, switches root
#   root.img     ext4, sparse; run-vm.sh never writes to it
#   packages.txt the package versions;  key: a hash of the inputs;  times.txt: the duration of each step
#
# If the key (a hash of this file and guest/) is unchanged, it exits at once. Package versions are not part of the key; --force
# updates them. The chroot needs root; as another user, the script runs itself with sudo.
# SWIPED_VM_PACKAGES=a,b adds packages; SWIPED_VM_MIRROR and SWIPED_VM_SECURITY_MIRROR name other archives.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
suite=trixie
mirror=${SWIPED_VM_MIRROR:-http://deb.debian.org/debian}
security=${SWIPED_VM_SECURITY_MIRROR:-http://deb.debian.org/debian-security}
extra=${SWIPED_VM_PACKAGES:-}
size=3G                                    # apparent size of root.img; it is sparse

force= print_key=
while [ $# -gt 0 ]; do
    case $1 in
        --suite) suite=$2; shift 2;;
        --force) force=1; shift;;
        --print-key) print_key=1; shift;;       # for the cache key in CI
        *) echo "usage: $0 [--suite trixie|trixie-panels|bookworm] [--force] [--print-key]" >&2; exit 2;;
    esac
done
# What is called differently since times have 64 bits on every machine.
case $suite in
    trixie | trixie-panels) t64=t64;;
    bookworm) t64=;;
    *) echo "swiped-vm: no suite is called $suite; use trixie, trixie-panels or bookworm" >&2; exit 2;;
esac
release=${suite%-panels}
cache=${SWIPED_VM_CACHE:-$HOME/.cache/swiped-vm}/$suite
key=$( (cd "$here" && echo "$suite $extra" && sha256sum build-image.sh && find guest -type f -print0 | LC_ALL=C sort -z |
        xargs -0 sha256sum) | sha256sum | cut -c1-20)
[ -z "$print_key" ] || { echo "$key"; exit 0; }
if [ -z "$force" ] && [ "$(cat "$cache/key" 2>/dev/null)" = "$key" ]; then
    echo "swiped-vm: $cache is up to date ($key)"; exit 0
fi
if [ "$(id -u)" != 0 ]; then
    echo "swiped-vm: building the image in $cache (with sudo; one to two minutes)"
    sudo -E SWIPED_VM_CACHE="${cache%/*}" "$here/build-image.sh" --suite "$suite" ${force:+--force}
    sudo chown -R "$(id -u):$(id -g)" "$cache"
    exit 0
fi
for t in mmdebstrap mke2fs python3; do
    command -v $t >/dev/null || { echo "swiped-vm: $t is missing (apt-get install mmdebstrap e2fsprogs python3)" >&2; exit 1; }
done

# --- packages -----------------------------------------------------------------------------
base=systemd,systemd-sysv,udev,kmod,dbus,dbus-user-session,libpam-systemd,libnss-systemd,polkitd,sudo,procps,less,acl
kernel=linux-image-amd64
camera=v4l-utils,ffmpeg,usbutils
input=evtest,libinput-tools
tools=python3,bindfs,busybox-static,strace,socat,netcat-openbsd,jq
# a broker, and what the bridge to it loads
broker=mosquitto,mosquitto-clients,libmosquitto1
# libraries that the programs link or load; Swift's own libraries are linked statically
libraries=libstdc++6,libjpeg62-turbo,libevdev2,libv4l-0$t64,libsystemd0,zlib1g,libpng16-16$t64
# what else opens cameras on a desktop, and a program that gets one through it
desktop=pipewire,pipewire-bin,wireplumber,gstreamer1.0-tools,gstreamer1.0-pipewire,chromium-headless-shell
# a display server without a display, and an application in it
[ $suite = bookworm ] || desktop+=,libspa-0.2-libcamera,libcamera-ipa
application=xserver-xorg-core,xserver-xorg-input-libinput,xserver-xorg-video-dummy,x11-apps,feh
# a window manager, terminals that write down their keys, and what moves the focus
application+=,openbox,xterm,xdotool
# panels on screens in memory, what clicks on them and takes screenshots, and what starts an application from its menu entry
panels=sway,waybar,grim,xvfb,xfce4-panel,librsvg2-common,fonts-dejavu-core,libgtk-3-bin,libglib2.0-bin,desktop-file-utils,curl
[ $suite = trixie-panels ] || panels=
# builds v4l2loopback.ko, and is removed afterwards
toolchain="gcc make libc6-dev linux-headers-amd64"

# --- excluded: kernel modules and renderers of hardware that no test has, docs, translations ---------------
drop() { for p in "$@"; do echo "--dpkgopt=path-exclude=$p"; done; }
m='/lib/modules/*/kernel'
mapfile -t excludes < <(drop \
    "$m/drivers/gpu/*" "$m/drivers/net/*" "$m/drivers/infiniband/*" "$m/drivers/scsi/*" "$m/drivers/iio/*" \
    "$m/drivers/staging/*" "$m/drivers/hwmon/*" "$m/drivers/mtd/*" "$m/drivers/ata/*" "$m/drivers/md/*" \
    "$m/drivers/media/pci/*" "$m/drivers/media/dvb*" "$m/drivers/media/tuners/*" "$m/drivers/media/rc/keymaps/*" \
    "$m/drivers/isdn/*" "$m/drivers/mmc/*" "$m/drivers/nvme/*" "$m/drivers/power/*" "$m/drivers/mfd/*" \
    "$m/drivers/thunderbolt/*" "$m/drivers/target/*" "$m/drivers/edac/*" "$m/drivers/bluetooth/*" \
    "$m/drivers/crypto/*" "$m/drivers/comedi/*" "$m/drivers/platform/*" \
    "$m/drivers/cpufreq/*" "$m/drivers/i2c/busses/*" "$m/drivers/gpio/*" "$m/drivers/pinctrl/*" "$m/drivers/cdrom/*" \
    "$m/arch/x86/kvm/*" "$m/arch/x86/crypto/*" "$m/arch/x86/events/*" "$m/virt/*" \
    "$m/net/ipv4/*" "$m/net/ipv6/*" "$m/net/bridge/*" "$m/net/sched/*" "$m/net/openvswitch/*" \
    "$m/sound/*" "$m/net/wireless/*" "$m/net/mac80211/*" "$m/net/netfilter/*" "$m/net/bluetooth/*" \
    "$m/fs/btrfs/*" "$m/fs/xfs/*" "$m/fs/ocfs2/*" "$m/fs/ceph/*" "$m/fs/nfs*" "$m/fs/smb*" "$m/fs/gfs2/*" \
    "$m/fs/f2fs/*" "$m/fs/jfs/*" "$m/fs/reiserfs/*" "$m/fs/cifs/*" "$m/fs/ubifs/*" \
    '/usr/lib/*/libLLVM*' '/usr/lib/*/dri/*' \
    '/usr/share/doc/*' '/usr/share/man/*' '/usr/share/info/*' '/usr/share/locale/*' '/usr/share/lintian/*')

t0=$(date +%s.%N)
mkdir -p "$cache"
rm -f "$cache/key"
work=$(mktemp -d "$cache/build.XXXXXX")
trap 'rm -rf "$work"' EXIT
root=$work/root
: > "$work/times"
lap() { local n; n=$(date +%s.%N); printf '%-28s %6.1f s\n' "$1" "$(echo "$n - $t0" | bc 2>/dev/null || python3 -c "print($n-$t0)")" | tee -a "$work/times"; }

# --- root tree ---------------------------------------------------------------------------------
# without recommended packages, which include initramfs-tools
mmdebstrap --quiet --mode=root --variant=minbase --format=directory \
    --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' \
    --aptopt='Acquire::Retries "3"' \
    "${excludes[@]}" \
    --include="$base,$kernel,$camera,$input,$tools,$broker,$libraries,$desktop,$application${panels:+,$panels}${extra:+,$extra}" \
    --skip=cleanup/apt \
    "$release" "$root" \
    "deb $mirror $release main" "deb $mirror $release-updates main" "deb $security $release-security main"
lap "root tree"

# --- the module that Debian has only as source, built inside the tree; then the toolchain is removed ---
kver=$(ls "$root/lib/modules" | sort -V | tail -1)
cp -a "$here/guest/." "$root/"
chown -R 0:0 "$root/usr/local" "$root/etc"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf "$work"' EXIT
echo 'Dpkg::Use-Pty "0";' > "$root/etc/apt/apt.conf.d/99vm"
chroot "$root" /bin/bash -euc "
    export DEBIAN_FRONTEND=noninteractive
    apt-mark showmanual > /tmp/manual
    apt-get -qq install -y --no-install-recommends $toolchain >/tmp/toolchain.log
    cd /tmp && apt-get -qq download v4l2loopback-dkms && dpkg-deb -x v4l2loopback-dkms_*.deb /tmp/loop
    make -s -C /lib/modules/$kver/build M=\$(echo /tmp/loop/usr/src/v4l2loopback-*) modules
    install -D -m644 /tmp/loop/usr/src/v4l2loopback-*/v4l2loopback.ko /lib/modules/$kver/updates/v4l2loopback.ko
    # apt never autoremoves the headers of an installed kernel, so they are removed by name
    apt-get -qq purge -y --autoremove $toolchain \$(dpkg-query -W -f '\${Package} ' 'linux-headers-*' 'linux-kbuild-*' 'linux-compiler-*') >>/tmp/toolchain.log
    rm -rf /tmp/*
    depmod $kver
    # finds a module without its dependencies here, not in a test
    modprobe -S $kver -n -a vivid v4l2loopback uinput uvcvideo vhci-hcd evdev 9p 9pnet_virtio virtio_console
"
lap "kernel module"

# --- settings of the guest -----------------------------------------------------------------------
chroot "$root" /bin/bash -euc '
    echo swiped-vm > /etc/hostname
    printf "127.0.0.1 localhost swiped-vm\n" > /etc/hosts
    : > /etc/machine-id; echo "uninitialized" > /etc/machine-id
    useradd -m -u 1000 -s /bin/bash -c "desktop user" desk      # in no extra group: camera and uinput only by uaccess
    passwd -d root >/dev/null
    chmod 0440 /etc/sudoers.d/*; chmod 0755 /usr/local/lib/swiped-vm/* /usr/local/bin/*
    mkdir -p /mnt/host /mnt/.host /mnt/.ctl
    printf "/dev/vda / ext4 rw,noatime 0 0\n" > /etc/fstab
    systemctl -q set-default multi-user.target
    systemctl -q enable vm-main.service
    # started by the scenarios that are about them
    systemctl -q --global disable pipewire.socket pipewire.service wireplumber.service
    [ ! -e /usr/lib/systemd/user/filter-chain.service ] || systemctl -q --global disable filter-chain.service
    systemctl -q mask mosquitto.service getty@tty1.service serial-getty@ttyS0.service systemd-timesyncd.service \
        systemd-networkd-wait-online.service apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer \
        fstrim.timer e2scrub_all.timer e2scrub_reap.service systemd-pstore.service \
        systemd-update-utmp.service systemd-update-utmp-runlevel.service systemd-random-seed.service \
        systemd-hwdb-update.service systemd-rfkill.service systemd-rfkill.socket remote-fs.target \
        systemd-machine-id-commit.service systemd-firstboot.service systemd-ask-password-wall.path getty.target
    systemd-machine-id-setup >/dev/null 2>&1 || true
    mkdir -p /etc/systemd/journald.conf.d
    printf "[Journal]\nStorage=volatile\nForwardToConsole=no\nRateLimitIntervalSec=0\n" > /etc/systemd/journald.conf.d/vm.conf
    apt-get clean; rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/log/*.log /var/log/apt
    dpkg-query -W -f "\${Package} \${Version}\n" > /packages.txt
'
umount "$root/proc"
mv "$root/packages.txt" "$work/packages.txt"
rm -f "$root/etc/resolv.conf"

# --- kernel ----------------------------------------------------------------------------------------
cp "$root/boot/vmlinuz-$kver" "$work/bzImage"
python3 - "$work/bzImage" "$work/vmlinux" <<'PY'
import lzma, subprocess, sys
d = open(sys.argv[1], 'rb').read()
at = d.find(b'\xfd7zXZ\x00')
if at >= 0:
    o = lzma.LZMADecompressor().decompress(d[at:])
else:
    o = subprocess.run(["zstd", "-dc"], input=d[d.index(b'\x28\xb5\x2f\xfd'):], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
assert o[:4] == b'\x7fELF'
open(sys.argv[2], 'wb').write(o)
PY

# --- initramfs ----------------------------------------------------------------------------------------
i=$work/initrd.d
mkdir -p "$i"/{bin,dev,proc,sys,mnt,lib}
cp "$root/bin/busybox" "$i/bin/"
mods=$(chroot "$root" /sbin/modprobe -S "$kver" --show-depends -a virtio_pci virtio_blk crc32c_generic ext4 | awk '$1=="insmod"{print $2}' | awk '!s[$0]++')
for f in $mods; do
    case $f in *.xz) xz -dc "$root/$f" > "$i/lib/$(basename "${f%.xz}")";; *) cp "$root/$f" "$i/lib/";; esac
    basename "${f%.xz}"
done > "$i/lib/order"
cat > "$i/init" <<'INIT'
#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
while read m; do /bin/busybox insmod /lib/$m; done < /lib/order
n=0
while [ ! -b /dev/vda ] && [ $n -lt 200 ]; do /bin/busybox usleep 50000; n=$((n+1)); done
/bin/busybox mount -t ext4 -o rw,noatime /dev/vda /mnt || { echo "swiped-vm: no root disk"; /bin/busybox poweroff -f; }
/bin/busybox umount /proc; /bin/busybox umount /sys
/bin/busybox mount -o move /dev /mnt/dev
exec /bin/busybox switch_root /mnt /sbin/init
INIT
chmod 755 "$i/init"
(cd "$i" && find . | "$root/bin/busybox" cpio -o -H newc 2>/dev/null) > "$work/initrd"

# --- disk --------------------------------------------------------------------------------------------
rm -rf "$root/boot"/*                          # the kernel is outside
truncate -s "$size" "$work/root.img"
mke2fs -q -t ext4 -L swiped-vm -O ^has_journal -E lazy_itable_init=1,root_owner=0:0 -d "$root" "$work/root.img"
lap "kernel, initrd and disk"

for f in bzImage vmlinux initrd root.img packages.txt; do mv -f "$work/$f" "$cache/$f"; done
lap "done"
mv "$work/times" "$cache/times.txt"
echo "$key" > "$cache/key"
du -sh --apparent-size "$cache/initrd" "$cache/vmlinux"
du -sh "$cache/root.img" "$cache"
