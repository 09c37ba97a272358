"""How others in the local network reach this server."""

from __future__ import annotations

import functools
import ipaddress
import socket
from collections import OrderedDict
from collections.abc import Iterable
from urllib.parse import urlsplit

from petteia.server.settings import Network, Settings

EVERYWHERE = ("0.0.0.0", "::")  # hosts that stand for all addresses of a machine


def is_here(host: str) -> bool:
    """Whether a host names the machine itself, to itself alone."""
    name = host.strip("[]")
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


MOST_KNOWN = 20_000  # people of whom it is remembered from where they came
LONGEST_SOURCE = 64  # characters of an address; what a proxy says may be anything
LONGEST_NAME = 255  # of a host, as names in the net have; what is longer is none, and need not be remembered


@functools.lru_cache(10_000)
def source_of(host: str) -> str:
    """Whom limits take an address for. With IPv6 every home has a network of its own, and could come from another
    address of it each time, so the network counts."""
    address = _address(host)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(address), 64), strict=False))
    return str(address) if address is not None else host[:LONGEST_SOURCE]


def is_in(host: str, networks: Iterable[Network]) -> bool:
    """Whether an address belongs to one of these networks."""
    address = _address(host)
    return address is not None and any(address in network for network in networks)


@functools.lru_cache(10_000)
def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address; one of IPv4 also where it is written as one of IPv6. None for what is no address."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0] if ":" in host else host)  # fe80::1%eth0
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def own_names(settings: Settings) -> frozenset[str]:
    """The names by which this server is reached: those of the machine, and those that the settings give."""
    machine = socket.gethostname().lower()
    given = [settings.host, *settings.hosts.split(",")]
    given += [_name_in(origin.strip()) for origin in settings.origins.split(",")]
    return frozenset({"localhost", machine, f"{machine}.local", *(name.strip().lower() for name in given)} - {""})


class Sources:
    """From where people came last, as far as it is remembered: in memory alone."""

    def __init__(self) -> None:
        self._of: OrderedDict[int, str] = OrderedDict()

    def note(self, person: int | None, address: str) -> None:
        if person is None:
            return
        self._of[person] = source_of(address)
        self._of.move_to_end(person)
        if len(self._of) > MOST_KNOWN:
            self._of.popitem(last=False)

    def get(self, person: int | None) -> str:
        """Nothing where nobody knows."""
        return self._of.get(person, "") if person is not None else ""


def is_own_name(host: str, names: frozenset[str]) -> bool:
    """Whether a host that a browser asks for (`example.org:8000`) is this server. A name that somebody else made lead
    here is not: his pages would be taken for ours. An address cannot be made to."""
    name = _name_in(f"//{host}").rstrip(".")
    if len(name) > LONGEST_NAME:
        return False
    return "*" in names or name in names or name.endswith(".localhost") or _address(name) is not None


def _name_in(address: str) -> str:
    """The host in an address; empty where there is none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


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
