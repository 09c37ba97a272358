"""Tries the proxies' settings of deploy/ for real, on this machine: python scripts/try_proxies.py [nginx] [caddy]

Starts a server, and each proxy before it with the settings as they stand there, but for ports, names and a certificate
that is made for the occasion. Then it is a guest: over HTTPS and a WebSocket, one who says that he is somebody else,
one who sends too much, too slowly, or from too many connections. Needs nginx, caddy and openssl.
"""

from __future__ import annotations

import contextlib
import json
import pathlib
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "server"))

import httpx
from table_clients import Server, serving, words_of
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

DEPLOY = pathlib.Path(__file__).resolve().parents[1] / "deploy"
NAME = "play.example.org"
PATIENCE = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Proxy:
    """One that runs, with its ports."""

    def __init__(self, folder: pathlib.Path, plain: int, secure: int) -> None:
        self.plain, self.secure = plain, secure
        self.trust = ssl.create_default_context(cafile=str(folder / "cert.pem"))

    def client(self, source: str = "127.0.0.1", **more: object) -> httpx.Client:
        """A browser at an address of this machine: all of 127.0.0.0/8 are."""
        transport = httpx.HTTPTransport(verify=self.trust, local_address=source)
        return httpx.Client(
            base_url=f"https://localhost:{self.secure}", transport=transport, timeout=PATIENCE, trust_env=False, **more
        )  # type: ignore[arg-type]


def certificate(folder: pathlib.Path) -> None:
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    words += ["-addext", "subjectAltName=DNS:localhost", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"]
    subprocess.run(words, check=True, capture_output=True)


def nginx_settings(folder: pathlib.Path, server: Server, plain: int, secure: int) -> list[str]:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"^ *listen \[::\].*\n", "", text, flags=re.MULTILINE)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{secure} ssl;")
    text = text.replace("127.0.0.1:8000;", f"127.0.0.1:{server.port};")
    text = text.replace(f"server_name {NAME}", "server_name localhost")
    text = text.replace(f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(folder / "cert.pem"))
    text = text.replace(f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(folder / "key.pem"))
    (folder / "petteia.conf").write_text(text, encoding="utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    whole = f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{ worker_connections 1024; }}\n"
    whole += f"http {{ {places} access_log off; include {folder}/petteia.conf; }}\n"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    return ["nginx", "-e", f"{folder}/error.log", "-c", str(folder / "nginx.conf")]


def caddy_settings(folder: pathlib.Path, server: Server, plain: int, secure: int) -> list[str]:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    text = text.replace("{\n\tservers", f"{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {secure}\n\tservers", 1)
    site = f"\nlocalhost:{secure} {{\n\tbind 127.0.0.1\n\ttls {folder}/cert.pem {folder}/key.pem"
    text = text.replace(f"\n{NAME} {{", site)
    text = text.replace("reverse_proxy 127.0.0.1:8000", f"reverse_proxy 127.0.0.1:{server.port}")
    (folder / "Caddyfile").write_text(text, encoding="utf-8")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@contextlib.contextmanager
def running(name: str, folder: pathlib.Path, server: Server) -> Iterator[Proxy]:
    folder.chmod(0o755)
    certificate(folder)
    plain, secure = free_port(), free_port()
    words = (nginx_settings if name == "nginx" else caddy_settings)(folder, server, plain, secure)
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log)
    proxy = Proxy(folder, plain, secure)
    try:
        until = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(httpx.HTTPError), proxy.client() as client:
                client.get("/api/health")
                break
            said = (folder / "log").read_text(errors="replace")
            assert process.poll() is None, said
            assert time.monotonic() < until, said
            time.sleep(0.1)
        yield proxy
    finally:
        process.terminate()
        process.wait(PATIENCE)


def say(words: str) -> None:
    print(f"  {words}", flush=True)


def try_pages(proxy: Proxy) -> None:
    with proxy.client() as client:
        page = client.get("/")
        assert page.status_code == 200
        assert "max-age" in page.headers["strict-transport-security"]
        assert client.get("/api/metrics").status_code == 404
        moved = httpx.get(f"http://localhost:{proxy.plain}/t/x", trust_env=False)
        assert moved.status_code in (301, 308)
        assert moved.headers["location"].startswith("https://localhost")
    say("pages over HTTPS, plain HTTP leads there, metrics are hidden")


def try_table(proxy: Proxy) -> None:
    with proxy.client() as client:
        origin = f"https://localhost:{proxy.secure}"
        made = client.post("/api/people", json={"name": "Aspasia"}, headers={"Origin": origin})
        assert made.status_code == 201, made.text
        assert "Secure" in made.headers["set-cookie"]
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        wish = {"game": "hellas", "seats": seats, "start": True}
        table = client.post("/api/tables", json=wish, headers={"Origin": origin}).json()["id"]
        foreign = client.post("/api/tables", json=wish, headers={"Origin": "https://evil.example"})
        assert foreign.status_code == 403, foreign.text
        address = f"wss://localhost:{proxy.secure}/api/tables/{table}/live"
        cookie = {"Cookie": f"petteia={client.cookies['petteia']}"}
        with connect(
            address, ssl=proxy.trust, additional_headers=cookie, origin=origin, proxy=None, open_timeout=PATIENCE
        ) as live:
            live.send(json.dumps({"type": "hello", "seat": 0, "lang": "en"}))
            moment = None
            while moment is None or not moment["choices"]:
                message = json.loads(live.recv(PATIENCE))
                moment = message.get("moment", moment)
            play = {"type": "play", "id": 1, "seat": 0, "number": moment["number"], "choice": words_of(moment)[0]}
            live.send(json.dumps(play))
            while json.loads(live.recv(PATIENCE)).get("played") != 1:
                pass
    say("a table over a WebSocket; the cookie is for HTTPS only; a page from elsewhere is refused")


def try_sizes(proxy: Proxy) -> None:
    with proxy.client() as client:
        # Caddy hangs up on the server where a guest sends too much, and then tells him of the server (502).
        assert client.post("/api/saves", content=b" " * 3_000_000).status_code in (413, 502)
        assert client.post("/api/tables", content=b" " * 100_000).status_code == 413
        headers = {f"X-{number}": "x" * 4000 for number in range(20)}
        assert client.get("/api/health", headers=headers).status_code in (400, 431)
    say("bodies of 3 MB (and for a table of 100 kB) and headers of 80 kB are refused")


def try_addresses(proxy: Proxy) -> None:
    """Who says that he is somebody else is limited all the same, and nobody else for it."""
    with proxy.client("127.0.0.2") as guest:
        answers = [
            guest.post(
                "/api/people",
                json={"name": "Forger"},
                headers={"X-Forwarded-For": f"203.0.113.{number}", "Forwarded": f"for=203.0.113.{number}"},
            ).status_code
            for number in range(60)
        ]
    assert 429 in answers, answers
    with proxy.client("127.0.0.3") as other:
        assert other.post("/api/people", json={"name": "Other"}).status_code == 201
    let_in, too_fast = answers.count(201), answers.count(429)
    say(f"60 new people under forged addresses: {let_in} let in, {too_fast} too fast; somebody else is let in")


def try_slow(proxy: Proxy) -> None:
    with (
        socket.create_connection(("127.0.0.1", proxy.secure)) as raw,
        proxy.trust.wrap_socket(raw, server_hostname="localhost") as line,
    ):
        line.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        line.settimeout(PATIENCE)
        began = time.monotonic()
        with contextlib.suppress(ConnectionError, ssl.SSLError):
            while line.recv(1000):
                pass
        assert time.monotonic() - began < 30
    say(f"half a request is let go after {time.monotonic() - began:.0f} s")


def try_many(proxy: Proxy) -> None:
    """nginx alone counts connections; Caddy leaves that to the server."""
    with contextlib.ExitStack() as stack:
        client = proxy.client("127.0.0.4")
        stack.callback(client.close)
        cookie = {"Cookie": f"petteia={client.post('/api/people', json={'name': 'Many'}).cookies['petteia']}"}
        wish = {"game": "hellas", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
        table = client.post("/api/tables", json=wish, headers=cookie).json()["id"]
        address = f"wss://localhost:{proxy.secure}/api/tables/{table}/live"
        held = 0
        for _ in range(120):
            try:
                stack.enter_context(
                    connect(
                        address, ssl=proxy.trust, proxy=None, open_timeout=PATIENCE, source_address=("127.0.0.4", 0)
                    )
                )
                held += 1
            except InvalidStatus as problem:
                if "429" not in str(problem):
                    raise
                break
        assert 80 <= held <= 100, held
        assert client.get("/api/health").status_code == 429
        with proxy.client("127.0.0.5") as other:
            assert other.get("/api/health").status_code == 200
    say(f"one address holds {held} connections, and others are served")


def main() -> None:
    for name in sys.argv[1:] or ["nginx", "caddy"]:
        print(name, flush=True)
        with tempfile.TemporaryDirectory(prefix="petteia-proxy-") as folder:
            place = pathlib.Path(folder)
            with (
                serving(f"sqlite:///{place / 'x.db'}", place, rate=1, secure=1) as server,
                running(name, place, server) as proxy,
            ):
                for one in (try_pages, try_table, try_sizes, try_slow, try_addresses):
                    one(proxy)
                if name == "nginx":
                    try_many(proxy)
    print("all well")


if __name__ == "__main__":
    main()
