"""How others in the local network reach this server."""

from __future__ import annotations

import ipaddress
import socket

from petteia.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")  # hosts that stand for all addresses of a machine


def is_here(host: str) -> bool:
    """Whether a host names the machine itself, to itself alone."""
    name = host.strip("[]")
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def network_address(settings: Settings) -> str | None:
    """The address of the lobby for others in the network; none where there is no way to this machine."""
    host = _own_address() if settings.host in EVERYWHERE else settings.host
    if host is None or is_here(host):
        return None
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"


def _own_address() -> str | None:
    """What the network calls this machine. The address asked about is nobody's, and nothing is sent to it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
