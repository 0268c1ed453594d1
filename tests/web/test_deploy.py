"""The files to run Parvis by: programs accept them, and they do what they say."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shlex
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import yaml  # type: ignore[import-untyped]

from parvis.cli.main import parser
from parvis.cli.screen import speech_for
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.web.metrics import Metrics
from tests.table.places import new_url
from tests.web.servers import PATIENCE, Server, free_port
from tests.web.siege import Siege, a_table, check, under_fire

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
NAME = "table.example"


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"left out: no {name} on this machine")
    return found


def commands(text: str) -> list[list[str]]:
    """Every call of `parvis` in a text, variables filled in."""
    text = re.sub(r"\\\n", " ", text)
    text = re.sub(r"\$\{?PARVIS_NAME\}?", NAME, text)
    text = re.sub(r"\$\{?PARVIS_DATABASE\}?", "postgresql://parvis@localhost/parvis", text)
    text = text.replace("%i", "1974").replace("DAYS", "30")
    found = re.findall(
        r"(?:^|[\s'`/])parvis ((?:serve|worker|backup|restore|prune)\b[^`\n']*)", text, re.M
    )
    return [shlex.split(re.split(r"\s{2,}|\s#", call)[0]) for call in found]


@pytest.mark.parametrize(
    "page",
    [
        "deploy/parvis@.service",
        "deploy/parvis-backup.service",
        "deploy/parvis-worker.service",
        "docs/running.md",
        "docs/table.md",
    ],
)
def test_every_command_that_is_told_is_one(page: str) -> None:
    found = commands((ROOT / page).read_text(encoding="utf-8"))
    for call in found:
        parser(speech_for(None, "en")).parse_args(call)
    assert found or page.endswith("table.md")


def test_the_compose_file_says_what_servers_understand() -> None:
    content = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = content["services"]
    for name in ("one", "two"):
        call = [re.sub(r"\$\{PARVIS_(\w+):.*?\}", NAME, word) for word in services[name]["command"]]
        asked = parser(speech_for(None, "en")).parse_args(call)
        assert asked.allow_host == [NAME]
        assert asked.proxy == [content["networks"]["inside"]["ipam"]["config"][0]["subnet"]]
    parser(speech_for(None, "en")).parse_args(services["worker"]["command"])
    build = services["one"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).exists()
    for copied in re.findall(r"^COPY (?!--)(.*) \S+$", (DEPLOY / "Dockerfile").read_text(), re.M):
        assert all((ROOT / name).exists() for name in copied.split()), copied
    mounted = services["caddy"]["volumes"][0].partition(":")[0]
    assert (DEPLOY / mounted).exists()
    for volume in ("tables", "certificates"):
        assert volume in content["volumes"]


def test_the_unit_is_one() -> None:
    command = [program("systemd-analyze"), "verify", "--man=no"]
    units = sorted(DEPLOY.glob("*.service"))
    done = subprocess.run([*command, *map(str, units)], capture_output=True, text=True)
    wrong = [
        line
        for line in done.stderr.splitlines()
        if "parvis" in line and "/opt/parvis" not in line  # it is not installed here
    ]
    assert not wrong


def test_caddy_accepts_its_file() -> None:
    command = [program("caddy"), "adapt", "--adapter", "caddyfile", "--config"]
    done = subprocess.run([*command, str(DEPLOY / "Caddyfile")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    made = json.dumps(json.loads(done.stdout))
    for word in (NAME, "127.0.0.1:1974", "127.0.0.1:1975", "/metrics", "Parvis-Table"):
        assert word in made


def test_prometheus_accepts_its_files() -> None:
    command = [program("promtool"), "check", "config", str(DEPLOY / "prometheus.yml")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_board_and_the_alarms_watch_what_a_server_counts(store: Store) -> None:
    told = Metrics(Registry(store)).text().decode()
    counted = set(re.findall(r"^# TYPE (\S+)", told, re.M))
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked.append((DEPLOY / "parvis-rules.yml").read_text(encoding="utf-8"))
    names = set(re.findall(r"\b((?:parvis|process)_\w+)\{", "\n".join(asked)))
    assert names
    for name in names:
        assert {name, re.sub(r"_(bucket|total)$", "", name)} & counted, name


# nginx, in earnest.


class Proxy:
    """nginx with our own file, its ports and its certificate put in place."""

    def __init__(self, folder: Path, servers: list[Server]) -> None:
        self.folder = folder
        self.port = free_port()
        self.servers = servers

    @property
    def address(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    @property
    def tls(self) -> ssl.SSLContext:
        context = ssl.create_default_context(cafile=str(self.folder / "cert.pem"))
        context.check_hostname = False
        return context

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        openssl = [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes"]
        openssl += ["-days", "2", "-subj", f"/CN={NAME}"]
        openssl += ["-keyout", str(self.folder / "key.pem"), "-out", str(self.folder / "cert.pem")]
        subprocess.run(openssl, check=True, capture_output=True)
        site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        site = re.sub(r"listen \[::\].*\n", "", site)
        site = site.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
        site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;")
        site = re.sub(r"/etc/letsencrypt\S*fullchain.pem", str(self.folder / "cert.pem"), site)
        site = re.sub(r"/etc/letsencrypt\S*privkey.pem", str(self.folder / "key.pem"), site)
        for port, server in zip(("1974", "1975"), self.servers, strict=True):
            site = site.replace(f"127.0.0.1:{port}", f"127.0.0.1:{server.port}")
        whole = (
            f"daemon off; pid {self.folder}/pid; error_log {self.folder}/nginx.log;\n"
            "events {}\nhttp {\naccess_log off;\n"
            + "".join(
                f"{kind}_temp_path {self.folder}/{kind};\n"
                for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            )
            + site
            + "}\n"
        )
        (self.folder / "nginx.conf").write_text(whole)
        command = [program("nginx"), "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder)]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            deadline = time.monotonic() + PATIENCE
            while not (self.folder / "pid").exists():
                assert process.poll() is None, process.stderr and process.stderr.read()
                assert time.monotonic() < deadline
                time.sleep(0.02)
            yield
        finally:
            process.terminate()
            process.communicate()

    def get(self, path: str, host: str = NAME) -> tuple[int, dict[str, Any], str]:
        request = Request(self.address + path, headers={"Host": host})
        try:
            with urlopen(request, timeout=PATIENCE, context=self.tls) as answer:
                return answer.status, dict(answer.headers), answer.read().decode()
        except HTTPError as error:
            return error.code, dict(error.headers), error.read().decode()


def test_two_servers_behind_nginx_are_restarted_one_after_the_other_while_people_play_on(
    tmp_path: Path,
) -> None:
    program("nginx")
    with new_url("sqlite", tmp_path) as url:
        store = Store(url)
        tables = [a_table(store, number, options={"rounds": 2000}) for number in range(3)]
        servers = [Server(tmp_path, url, "proxied") for _ in range(2)]
        proxy = Proxy(tmp_path, servers)
        with proxy.running():
            siege = Siege("sqlite", 2, stops=2, between=20)
            through = (proxy.address, proxy.tls)
            clients = asyncio.run(under_fire(servers, tables, siege, proxy=through))
        for id, people in tables:
            check(store, id, [client for client in clients if client.person in people])
        assert all(client.done for client in clients)
        store.close()


def test_all_who_are_at_a_table_come_to_the_same_server(tmp_path: Path) -> None:
    program("nginx")

    def asked(server: Server, route: str) -> float:
        with urlopen(f"{server.address}/metrics", timeout=PATIENCE) as numbers:
            told = numbers.read().decode()
        found = re.findall(rf'^parvis_requests_total{{route="{route}".*}} (.*)$', told, re.M)
        return sum(map(float, found))

    with new_url("sqlite", tmp_path) as url:
        store = Store(url)
        tables = [a_table(store, number)[0] for number in range(12)]
        servers = [Server(tmp_path, url, "proxied") for _ in range(2)]
        proxy = Proxy(tmp_path, servers)
        try:
            for server in servers:
                server.start()
            with proxy.running():
                for table in tables:
                    before = [asked(server, "/t/{id}") for server in servers]
                    for _ in range(3):
                        assert proxy.get(f"/t/{table}")[0] == 200
                    after = [asked(server, "/t/{id}") for server in servers]
                    assert sorted(b - a for a, b in zip(before, after, strict=True)) == [0, 3]
            assert all(asked(server, "/t/{id}") for server in servers), "and both have some"
        finally:
            for server in servers:
                server.kill()
        store.close()


def test_behind_nginx_cookies_are_for_tls_alone_and_numbers_for_nobody(tmp_path: Path) -> None:
    program("nginx")
    with new_url("sqlite", tmp_path) as url:
        servers = [Server(tmp_path, url, "proxied") for _ in range(2)]
        proxy = Proxy(tmp_path, servers)
        servers[0].start()  # the other one is being started anew, for a long time
        try:
            with proxy.running():
                status, headers, _ = proxy.get("/")
                assert status == 200
                assert "Secure" in headers["set-cookie"]
                assert headers["strict-transport-security"]
                assert proxy.get("/metrics")[0] == 404
                assert proxy.get("/", host="evil.example")[0] == 421
                with urlopen(f"{servers[0].address}/metrics", timeout=PATIENCE) as numbers:
                    assert b"parvis_tables" in numbers.read()
        finally:
            servers[0].kill()
