"""The host that makes a bot an engine, and the examination that it must pass, by the protocol that it speaks."""

from noughts.board import Game
from noughts.protocols.bot_log import BotLog
from noughts.protocols.bots import Bot
from noughts.protocols.compliance import Examination
from noughts.protocols.gomocup_compliance import GomocupExamination
from noughts.protocols.gomocup_host import GomocupHost
from noughts.protocols.host import MARGIN, PATIENCE, Host
from noughts.protocols.ugi_compliance import UgiExamination
from noughts.protocols.ugi_host import UgiHost

_HOSTS: dict[str, type[Host]] = {"ugi": UgiHost, "gomocup": GomocupHost}
_EXAMINATIONS: dict[str, type[Examination]] = {"ugi": UgiExamination, "gomocup": GomocupExamination}


def host_for(bot: Bot, margin: float = MARGIN, patience: float = PATIENCE, log: BotLog | None = None) -> Host:
    """The bot as an engine; its program starts when it is needed."""
    return _HOSTS[bot.protocol](bot, margin, patience, log)


def examination_for(bot: Bot, game: Game, margin: float = MARGIN, patience: float = PATIENCE) -> Examination:
    """The examination of the bot's program in a game, if programs of its protocol can play it."""
    host_for(bot).check(game)
    return _EXAMINATIONS[bot.protocol](bot, game, margin, patience)
