"""One table and one change to it in the making: pure, so that a change is all written or not at all."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.engine.actions import HU, PASS, Act, Action, CallOff, Command, Discard, Elapsed, StartHand
from bot.engine.decide import advance
from bot.engine.events import Event, Forfeited, HandCalledOff, HandEnded
from bot.engine.legal import asked_seats, asks_openly, decisions, waits_for_time
from bot.engine.money import Transfer, net_of
from bot.engine.options import choose
from bot.engine.ruleset import Rejected, RuleSet
from bot.engine.state import Idle, Over, State, Turn, start_match
from bot.engine.tiles import SEATS, Seat
from bot.engine.view import View, view
from bot.tables.booking import Book, called_off_booking, forfeit_booking, hand_booking
from bot.tables.codec import Entry, Proof
from bot.tables.deadline import clocked
from bot.tables.fairness import chance_of
from bot.tables.ledger_values import Booking
from bot.tables.meta import MISSES_BEFORE_AUTO, Chair, Points, Presence, TableMeta
from bot.tables.ports import HandEnd, TableStatus
from bot.tables.preferences import Preferences, reflex
from bot.tables.snapshot import Snapshot

NOBODY: Final = "-"
"""What a chair that has thrown nothing adds to the wall."""

Choose = Callable[[View], Action]
"""A computer player: what it does with what it sees."""


def fresh_state(rules: RuleSet, meta: TableMeta) -> State:
    """A table's state before its first hand."""
    options = choose(rules.options, meta.options)
    return start_match(rules, options, length=meta.length, windows=meta.kept_windows)


def taken_back(state: State) -> State:
    """A table between hands (or after the last one) once the points of the hand before are taken back."""
    return state._replace(carry=state.rules.flow.undone(state))


def habit(meta: TableMeta, state: State) -> Act | None:
    """What a computer player does now without being asked; never for a person, even one who is away."""
    for seat in SEATS:
        chair = meta.chairs[state.seating[seat]]
        if chair is not None and not chair.is_person:
            action = state.rules.moves.habits(state, seat)
            if action is not None:
                return Act(seat, action)
    return None


class Draft:
    """A change to a table: the table so far, and what is to be written."""

    def __init__(
        self,
        before: Snapshot,
        now: float,
        *,
        choose: Choose,
        preferences: Mapping[int, Preferences],
        secret: Callable[[], str],
    ) -> None:
        self.before = before
        self.now = now
        self.meta = before.meta
        self.state = before.state
        self.status = before.status
        self.where = before.where
        self.entries: list[Entry] = []
        self.bookings: list[Booking] = []
        self.hand_end: HandEnd | None = None
        self.first = before.first
        self._choose = choose
        self._preferences = preferences
        self._secret = secret

    # ------------------------------------------------------------------ looking

    @property
    def events(self) -> tuple[Event, ...]:
        """The new events of the game."""
        return tuple(entry for entry in self.entries if not isinstance(entry, Proof))

    def after(self) -> Snapshot:
        """The table with the change, its clock set anew where it waits for something else than before."""
        snapshot = replace(
            self.before,
            where=self.where,
            status=self.status,
            meta=self.meta,
            state=self.state,
            seq=self.before.seq + len(self.entries),
            first=self.first,
        )
        return clocked(snapshot, self.now)

    def chair(self, seat: Seat) -> Chair:
        """The chair that sits at a place."""
        chair = self.meta.chairs[self.state.seating[seat]]
        if chair is None:
            raise ValueError(f"nobody sits at {seat} of {self.before.id}")
        return chair

    def seat_of(self, user: int) -> Seat | None:
        """The place at which a person sits."""
        chair = self.meta.chair_of(user)
        if chair is None:
            return None
        return next(seat for seat in SEATS if self.state.seating[seat] == chair)

    # ------------------------------------------------------------------ changing

    def set_chair(self, number: int, chair: Chair | None) -> None:
        """Put somebody else, or a changed chair, in its place."""
        chairs = tuple(chair if n == number else each for n, each in enumerate(self.meta.chairs))
        self.meta = replace(self.meta, chairs=chairs)

    def each_chair(self, change: Callable[[Chair], Chair]) -> None:
        """Change all chairs that are taken."""
        chairs = tuple(None if chair is None else change(chair) for chair in self.meta.chairs)
        self.meta = replace(self.meta, chairs=chairs)

    def command(self, command: Command) -> Rejected | None:
        """Let the engine decide; the events happen, with what the table itself does about them."""
        decided = advance(self.state, command)
        if isinstance(decided, Rejected):
            return decided
        self.state = decided.state
        for event in decided.events:
            self.entries.append(event)
            self._noticed(event)
        return None

    def must(self, command: Command) -> None:
        """A command of the table's own, which the engine must accept."""
        rejected = self.command(command)
        if rejected is not None:
            raise ValueError(f"{self.before.id}: {_kind_of(command)} is refused: {rejected.reason}")

    def _noticed(self, event: Event) -> None:
        match event:
            case HandEnded():
                self._hand_over()
            case HandCalledOff(transfers=transfers):
                self.status = TableStatus.ENDED
                self._give_back(transfers)
            case Forfeited(seat=seat, transfers=transfers) if transfers:
                self._score(transfers)
                if self._counts():
                    seq = self.before.seq + len(self.entries)
                    self.bookings.append(forfeit_booking(self._book(), seq, seat, transfers))
            case _:
                pass

    # ------------------------------------------------------------------ hands

    def start_match(self) -> None:
        """Let the first throw find the dealer, and deal the first hand."""
        east, south, west, north = (self.chair_throw(number) for number in range(len(self.meta.chairs)))
        first = Proof(self.before.id, 0, self.meta.secret, (east, south, west, north))
        dice = chance_of(first, ()).dice
        dealer = self.state.rules.first_dealer(dice[0])
        self.state = fresh_state(self.state.rules, self.meta)._replace(dealer=dealer)
        self.start_hand()

    def undo_hand(self) -> None:
        """Take back the points of the last hand; dealer and streak go on as they are, what lies in a pot does not.

        Where the match is over, the pot that stood before its last hand has nowhere to go but back.
        """
        self._score(tuple(Transfer(each.payee, each.payer, each.points, each.reason) for each in self.state.paid))
        self.meta = replace(self.meta, undone=self.state.number)
        self.state = taken_back(self.state)
        if isinstance(self.state.phase, Over):
            self._give_back(self.state.rules.flow.called_off(self.state))

    def can_undo(self) -> bool:
        """Whether a hand has ended since the last one that was taken back, and no other has begun."""
        ended = isinstance(self.state.phase, Idle | Over) and self.state.number > 0
        return ended and self.meta.undone != self.state.number

    def start_hand(self) -> None:
        """Deal the next hand from the secret and what the chairs have thrown in."""
        east, south, west, north = (self.chair_throw(number) for number in range(len(self.meta.chairs)))
        proof = Proof(self.before.id, self.state.number + 1, self.meta.secret, (east, south, west, north))
        self.first = self.before.seq + len(self.entries)
        self.entries.append(proof)
        self.each_chair(lambda chair: replace(chair, throw="", counts=chair.is_person))
        self.meta = replace(self.meta, number=proof.number, votes=())
        self.must(StartHand(chance_of(proof, self.state.rules.tiles(self.state.options))))

    def chair_throw(self, number: int) -> str:
        """What a chair has thrown in."""
        chair = self.meta.chairs[number]
        return NOBODY if chair is None or not chair.throw else chair.throw

    def _hand_over(self) -> None:
        self._score(self.state.paid)
        if self._counts():
            self.bookings.append(hand_booking(self._book(), self.state))
        self.hand_end = HandEnd(self.state.number, self.first)
        self.meta = replace(self.meta, secret=self._secret())
        if not self.meta.people():
            self.end()

    def end(self) -> None:
        """End the table: a running hand is called off, and between two hands what lies in a pot goes back."""
        if self.status is TableStatus.RUNNING:
            match self.state.phase:
                case Over():
                    pass
                case Idle():
                    self._give_back(self.state.rules.flow.called_off(self.state))
                case _:
                    self.must(CallOff())
        self.status = TableStatus.ENDED

    def _give_back(self, transfers: tuple[Transfer, ...]) -> None:
        """What goes back to the seats at the end of a match that is not played out."""
        if not transfers:
            return
        self._score(transfers)
        if self._counts():
            self.bookings.append(called_off_booking(self._book(), self.state.number, transfers))

    def _counts(self) -> bool:
        return self.meta.points is Points.COUNTED and self.where.guild is not None

    def _book(self) -> Book:
        return Book(self.before.id, self.where.guild or 0, self.now, self.meta, self.state.seating)

    def _score(self, transfers: tuple[Transfer, ...]) -> None:
        net = net_of(transfers)
        for seat in SEATS:
            chair = self.chair(seat)
            self.set_chair(self.state.seating[seat], replace(chair, score=chair.score + net.get(seat, 0)))

    # ------------------------------------------------------------------ who acts by itself

    def reflexes(self) -> None:
        """Give the answers that people have given beforehand in their settings."""
        while (act := self._reflex()) is not None:
            self.must(act)

    def _reflex(self) -> Act | None:
        for seat in asked_seats(self.state):
            chair = self.chair(seat)
            if chair.user is None or chair.presence is not Presence.HERE:
                continue
            preferences = self._preferences.get(chair.user)
            answer = preferences and reflex(preferences, decisions(self.state, seat))
            if answer:
                return Act(seat, answer)
        return None

    def play_computers(self) -> None:
        """Every seat that is asked now and plays by itself answers."""
        number, prompt = self.state.number, self.state.prompt
        for seat in asked_seats(self.state):
            if (self.state.number, self.state.prompt) != (number, prompt):
                return
            chair = self.chair(seat)
            if chair.plays_itself:
                absent = chair.user is not None and chair.presence is Presence.AUTO
                self.must(Act(seat, self.absent(seat) if absent else self.computer(seat)))

    def play_habits(self) -> None:
        """Let the computer players do what they do without being asked."""
        while (act := habit(self.meta, self.state)) is not None:
            self.must(act)

    def play_time_out(self) -> None:
        """Time is up: the table answers for everybody who is still asked, or the moment is over."""
        if waits_for_time(self.state):
            self.must(Elapsed())
            return
        number, prompt = self.state.number, self.state.prompt
        for seat in asked_seats(self.state):
            if (self.state.number, self.state.prompt) != (number, prompt):
                return
            self._missed(seat)
            self.must(Act(seat, self.stand_in(seat)))
        if (self.state.number, self.state.prompt) == (number, prompt) and waits_for_time(self.state):
            self.must(Elapsed())

    def _missed(self, seat: Seat) -> None:
        """Count what a player let pass, where everybody saw who was asked: what comes of it is seen by all."""
        chair = self.chair(seat)
        if chair.user is None or chair.presence is not Presence.HERE or not asks_openly(self.state):
            return
        missed = chair.missed + 1
        presence = Presence.AUTO if missed >= MISSES_BEFORE_AUTO else Presence.HERE
        self.set_chair(self.state.seating[seat], replace(chair, missed=missed, presence=presence))

    def computer(self, seat: Seat) -> Action:
        """What a computer player does here."""
        return self._choose(view(self.state, seat))

    def absent(self, seat: Seat) -> Action:
        """What the table does for a player who is away: as when time is up, but no win that nobody asked for."""
        action = self.stand_in(seat)
        others = tuple(each for each in decisions(self.state, seat) if each != HU)
        if action != HU or not others:
            return action
        seen = view(self.state, seat)
        if seen.own is None:
            raise ValueError(f"{seat} of {self.before.id} has no hand")
        return self._choose(replace(seen, own=replace(seen.own, asked=others)))

    def stand_in(self, seat: Seat) -> Action:
        """What the table does when time is up: the drawn tile, passing, otherwise what a computer player would.

        Nothing that its player would be asked to confirm is done of the table's own accord.
        """
        asked = decisions(self.state, seat)
        phase = self.state.phase
        if isinstance(phase, Turn) and phase.drawn is not None:
            drawn = Discard(phase.drawn)
            if drawn in asked and not self.state.rules.moves.confirm(self.state, seat, drawn):
                return drawn
        passing = [action for action in asked if action == PASS]
        return passing[0] if passing else self.computer(seat)


def _kind_of(command: Command) -> str:
    """What a command is, without its tiles: it is for the log, and the hand is not over."""
    match command:
        case Act(seat=seat, action=action):
            return f"{type(action).__name__} of seat {seat}"
        case _:
            return type(command).__name__
