"""What the tests and the measurement of `swipectl bridge mqtt` share: a daemon that does what a test says, a broker, and a subscriber."""
import json, os, queue, random, re, select, shutil, signal, socket, struct, subprocess, tempfile, threading, time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = Path(os.environ.get("SWIPED_PROGRAMS", ROOT / ".build/release")).absolute()
# What has not come by then does not come: a test that waits so long has failed.
PATIENCE = 120

STATUS = {
    "state": "running", "reason": None, "reason_code": None, "camera": None, "holder": None, "inhibited_for": None, "keys": "off",
    "keys_reason": None, "keys_reason_code": None, "source": "synthetic", "precision": "f32", "gesture": None, "awake_until_ns": None, "profile": "plain",
    "profiles": ["plain", "daily"], "configuration_file": None, "configuration_version": None, "apps": None, "version": "0.1.0", "pid": 1,
    "uptime_s": 1.0, "fps": 29.97, "frames": {"handled": 1, "tracked": 0, "skipped": 0, "dropped": 0}, "swipes": {"left": 0, "right": 0},
    "latency_ms": None, "cpu_ms_per_frame": None, "cpu_percent": 0.0, "resident_kb": 1000,
}


def notification(method, params):
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode() + b"\n"


def swipe(seq, direction="right", emitted_ns=None, like=None):
    """A swipe of now, unless it says another time; `like` has the parameters of another one."""
    now = time.monotonic_ns() if emitted_ns is None else emitted_ns
    return notification("swipe", like | {"seq": seq, "captured_ns": now, "emitted_ns": now} if like else {
        "seq": seq, "direction": direction, "gesture": "thumb_up" if direction == "right" else "thumb_down", "distance": -80.0,
        "chirality": "left", "confidence": 0.98, "frame": seq, "captured_ns": now, "emitted_ns": now})


def mutated(data, seed):
    """Bytes with a few changes, always the same for a seed: some replaced, some left out, some repeated."""
    choose, data = random.Random(seed), bytearray(data)
    for _ in range(choose.randint(1, 4)):
        place = choose.randrange(len(data)) if data else 0
        change = choose.randrange(4)
        if change == 0 and data:
            data[place] = choose.randrange(256)
        elif change == 1:
            del data[place:place + choose.randint(1, 8)]
        elif change == 2:
            data[place:place] = data[place:place + choose.randint(1, 8)]
        else:
            data[place:place] = choose.choice([b"\r\n", b"\0", b"\xff", b"%00", b"&", b"=", b",", b"?", b"token=", b"Origin: null\r\n"])
    return bytes(data)


def make_certificate(folder, names):
    """Makes an authority, ca.crt, with a server.crt for these names and its server.key; and another authority, other.crt."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    for authority in ("ca", "other"):
        openssl("req", "-x509", *key, "-keyout", f"{authority}.key", "-out", f"{authority}.crt", "-subj", f"/CN={authority}")
    openssl("req", *key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=server")
    (folder / "names").write_text(f"subjectAltName={names}")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-out", "server.crt", "-extfile", "names")


def swipes_of_a_trace(folder):
    """The swipes that the daemon finds in a recorded session, as it sends them: lines without the time and the number of now."""
    command = [PROGRAMS / "swiped", "run", "--events", "--no-keys", "--source", f"trace:{ROOT}/Benchmarks/Gestures/Traces/jyo_session.jsonl.gz"]
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(folder), "HOME": str(folder)}
    lines = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.splitlines()
    return [message["params"] for message in map(json.loads, lines) if message["method"] == "swipe"]


def free_port():
    """A port below those that the kernel gives to other programs meanwhile."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Daemon:
    """Listens at a socket as swiped does. `requests` has the methods and params that came, without those about subscriptions."""

    def __init__(self, path):
        self.path, self.status, self.requests = path, dict(STATUS), queue.Queue()
        self.connections, self.connected = [], queue.Queue()
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(str(path))
        self.server.listen()
        self.acceptor = threading.Thread(target=self._accept, daemon=True)
        self.acceptor.start()

    def _accept(self):
        while True:
            try:
                connection, _ = self.server.accept()
            except OSError:
                return
            try:
                connection.sendall(notification("hello", {"protocol": 1, "version": "0.1.0", "pid": 1}) + notification("status", self.status))
            except OSError:
                continue
            self.connections.append(connection)
            self.connected.put(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        try:
            for line in connection.makefile("rb"):
                message = json.loads(line)
                for request in message if isinstance(message, list) else [message]:
                    if request["method"] not in ("subscribe", "unsubscribe", "status"):
                        self.requests.put((request["method"], request.get("params")))
                    if request["method"] == "set_profile":
                        self.status["profile"] = request["params"]["profile"]
                    if request["method"] in ("pause", "resume"):
                        paused = request["method"] == "pause"
                        self.status |= {"state": "paused", "reason_code": "pause_requested"} if paused else {"state": "running", "reason_code": None}
                if not isinstance(message, list) and message.get("id") is not None:
                    connection.sendall(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": self.status}).encode() + b"\n")
        except OSError:
            pass

    def send(self, data):
        for connection in self.connections:
            connection.sendall(data)

    def stop_accepting(self):
        """Ends the thread before the socket: it would take the connections of the next one that gets the descriptor's number."""
        if self.server.fileno() >= 0:
            self.server.shutdown(socket.SHUT_RDWR)
            self.acceptor.join()
            self.server.close()

    def close(self):
        self.stop_accepting()
        os.unlink(self.path)
        for connection in self.connections:
            connection.shutdown(socket.SHUT_RDWR)
            connection.close()


class Broker:
    """Debian's mosquitto on loopback."""

    def __init__(self, folder, lines=(), port=None):
        self.folder, self.port, self.process = Path(folder), port or free_port(), None
        self.configuration = self.folder / f"broker-{self.port}.conf"
        owner = ["user root"] if os.getuid() == 0 else []
        listener = [f"listener {self.port} 127.0.0.1"]
        self.configuration.write_text("\n".join(owner + listener + list(lines or ["allow_anonymous true"])) + "\n")
        self.start()

    def start(self):
        program = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")
        log = open(self.folder / f"broker-{self.port}.log", "a")
        self.process = subprocess.Popen([program, "-c", self.configuration], stdout=log, stderr=log, cwd=self.folder)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                select.select([], [], [], 0.02)
        raise AssertionError("the broker does not start")

    def kill(self):
        self.process.kill()
        self.process.wait()


def text(value):
    data = value.encode() if isinstance(value, str) else value
    return struct.pack("!H", len(data)) + data


def packet(kind, body):
    size, length = len(body), b""
    while True:
        size, digit = divmod(size, 128)
        length += bytes([digit | (128 if size else 0)])
        if not size:
            return bytes([kind]) + length + body


class Client:
    """A small client of MQTT 3.1.1: reads messages as (topic, payload, is_retained, arrival in ns)."""

    def __init__(self, port, topics, name="test"):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")
        self.socket.sendall(packet(0x10, text("MQTT") + bytes([4, 2]) + struct.pack("!H", 0) + text(name)))
        assert self._read()[0] == 0x20
        if topics:
            self.socket.sendall(packet(0x82, struct.pack("!H", 1) + b"".join(text(topic) + b"\1" for topic in topics)))
        self.messages = queue.Queue()
        threading.Thread(target=self._receive, daemon=True).start()

    def _read(self):
        kind = self.file.read(1)
        if not kind:
            raise OSError("the broker has closed the connection")
        size, shift = 0, 0
        while True:
            digit = self.file.read(1)[0]
            size |= (digit & 127) << shift
            shift += 7
            if digit < 128:
                return kind[0], self.file.read(size)

    def _receive(self):
        try:
            while True:
                kind, body = self._read()
                if kind & 0xF0 != 0x30:
                    continue
                now = time.monotonic_ns()
                end = 2 + struct.unpack("!H", body[:2])[0]
                topic, rest = body[2:end].decode(), body[end:]
                if kind & 6:
                    self.socket.sendall(packet(0x40, rest[:2]))
                    rest = rest[2:]
                self.messages.put((topic, rest, bool(kind & 1), now))
        except (OSError, IndexError, ValueError):
            self.messages.put(None)

    def publish(self, topic, payload, retained=False):
        self.socket.sendall(packet(0x30 | retained, text(topic) + (payload.encode() if isinstance(payload, str) else payload)))

    def next(self, topic=None, where=lambda payload: True, patience=PATIENCE):
        """The payload of the next message of a topic for which `where` holds. Others are left out."""
        end = time.monotonic() + patience
        while True:
            message = self.messages.get(timeout=max(0.001, end - time.monotonic()))
            if message is None:
                raise AssertionError("the broker has closed the test's connection")
            if topic in (None, message[0]) and where(message[1]):
                return message[1]

    def close(self):
        self.socket.shutdown(socket.SHUT_RDWR)


class Bridge:
    """`swipectl bridge mqtt` with a file of settings. Its lines come one by one, and all are kept."""

    def __init__(self, folder, socket_path, broker, device="", environment=None, hosts=None):
        self.file = Path(folder) / "mqtt.toml"
        self.file.write_text(f"[broker]\n{broker}\n[device]\nid = \"test\"\n{device}\n")
        command = [PROGRAMS / "swipectl", "bridge", "mqtt", "--config", self.file, "--socket", socket_path]
        if hosts:
            # Names of this program alone.
            (Path(folder) / "hosts").write_text(hosts)
            namespace = ["unshare", "-m"] if os.getuid() == 0 else ["unshare", "-rm"]
            command = [*namespace, "sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"', Path(folder) / "hosts", *command]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | (environment or {}))
        self.lines, self.seen = queue.Queue(), []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stderr:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def line(self, *parts, patience=PATIENCE):
        """Waits for a line with these parts."""
        end = time.monotonic() + patience
        while True:
            try:
                line = self.lines.get(timeout=max(0.001, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no line with {parts} came, but {self.seen}") from None
            if line is None:
                raise AssertionError(f"it ended without a line with {parts}: {self.seen}")
            self.seen.append(line)
            if all(part in line for part in parts):
                return line

    def end(self):
        """Ends it as systemd does. Returns the numbers of swipes that were delivered and dropped."""
        self.process.send_signal(signal.SIGTERM)
        line = self.line("swipes delivered:")
        self.process.wait(PATIENCE)
        words = line.replace(",", "").split()
        return int(words[-3]), int(words[-1])

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stderr.close()
