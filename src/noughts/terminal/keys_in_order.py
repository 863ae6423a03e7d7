"""Keys that come all at once, handled one after another.

Textual hands a key to the widget that has the focus, and looks up bindings when the key has come back from there: by
then the keys behind it have been handed to the same widget, though the first may move the focus on.
"""

from collections import deque

from textual import events, on
from textual.app import App
from textual.message import Message
from textual.widget import Widget

_PATIENCE = 0.5  # seconds between looks whether a widget that has a key is still there


class _Returned(Message):
    """A message that goes the way of a key, behind it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class KeysInOrder(App[None], inherit_bindings=False):
    """An app in which a key waits until those before it have taken effect, on screens that say `has_fields = True`.

    Others have nothing to gain by it: the focus stays where it is, and keys are answered sooner.
    """

    def __init__(self) -> None:
        super().__init__()
        self._waiting_keys: deque[events.Key] = deque()
        self._key_number = 0
        self._has_key_under_way = False

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
        elif self._has_key_under_way or getattr(self.screen, "has_fields", False):
            self._waiting_keys.append(event)
            await self._handle_next_key()
        else:
            await super().on_event(event)

    async def _handle_next_key(self) -> None:
        if self._has_key_under_way or not self._waiting_keys:
            return
        self._has_key_under_way = True
        self._key_number += 1
        target = self.focused or self.screen
        await super().on_event(self._waiting_keys.popleft())
        target.post_message(_Returned(self._key_number))
        self._look_after(target, self._key_number)

    def _look_after(self, target: Widget, number: int) -> None:
        """A widget that has been removed does not give its key back."""

        def look() -> None:
            if self._has_key_under_way and number == self._key_number:
                if target.is_attached:
                    self._look_after(target, number)
                else:
                    self.post_message(_Returned(number))

        self.set_timer(_PATIENCE, look)

    @on(_Returned)
    async def _take_back(self, message: _Returned) -> None:
        if self._has_key_under_way and message.number == self._key_number:
            self._has_key_under_way = False
            await self._handle_next_key()
