"""The host for a bot, by the protocol that it speaks."""

from noughts.protocols.bots import Bot
from noughts.protocols.gomocup_host import GomocupHost
from noughts.protocols.host import MARGIN, PATIENCE, Host
from noughts.protocols.ugi_host import UgiHost

_HOSTS: dict[str, type[Host]] = {"ugi": UgiHost, "gomocup": GomocupHost}


def host_for(bot: Bot, margin: float = MARGIN, patience: float = PATIENCE) -> Host:
    """The bot as an engine; its program starts when it is needed."""
    return _HOSTS[bot.protocol](bot, margin, patience)
