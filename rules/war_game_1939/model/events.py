"""Every fact that a game turn can produce. Events hold data; ``pages.log`` turns them into sentences."""

from rules.kernel.audience import PUBLIC, Audience
from rules.kernel.events import Event, FactConfirmed, FactDeclared, FactDisputed
from rules.kernel.tally import Tally


class _Open(Event, frozen=True, kw_only=True):
    """An event that everybody may know of."""

    audience: Audience = PUBLIC


class TurnBegan(_Open, frozen=True, kw_only=True, tag="turn_began"):
    """A half-year began."""

    turn: int
    title: str


class PlayerTurnBegan(_Open, frozen=True, kw_only=True, tag="player_turn_began"):
    """The player turn of a group of nations began."""

    group: str
    title: str


class DieThrown(_Open, frozen=True, kw_only=True, tag="die_thrown"):
    """A commerce die was thrown; ``number`` is its place among the nation's dice."""

    nation: str
    number: int
    value: int


class DiceThrown(_Open, frozen=True, kw_only=True, tag="dice_thrown"):
    """Commerce dice were thrown one after another in one act; ``number`` is the place of the first.

    They were to stop once the sum was at least ``until`` (0: never); ``stopped`` says that they did.
    """

    nation: str
    number: int
    values: tuple[int, ...]
    until: int = 0
    stopped: bool = False


class DieRerolled(_Open, frozen=True, kw_only=True, tag="die_rerolled"):
    """A commerce die was thrown again."""

    nation: str
    number: int
    before: int
    value: int


class DiceBid(_Open, frozen=True, kw_only=True, tag="dice_bid"):
    """Safe bids were taken for some dice."""

    nation: str
    dice: int
    money: int


class CommerceCollected(_Open, frozen=True, kw_only=True, tag="commerce_collected"):
    """A nation's commerce money of the turn went into a fund."""

    nation: str
    dice: tuple[int, ...]
    bids: int
    fund: str
    tally: Tally


class CommerceEnded(_Open, frozen=True, kw_only=True, tag="commerce_ended"):
    """A nation throws no commerce dice in this turn although its row has some."""

    nation: str
    tally: Tally


class InfluenceTried(_Open, frozen=True, kw_only=True, tag="influence_tried"):
    """A nation put influence to work on a neutral; the roll is still to come."""

    nation: str
    place: str
    money: int
    tally: Tally


class InfluenceOpposed(_Open, frozen=True, kw_only=True, tag="influence_opposed"):
    """An opponent paid against an attempt; ``late`` after the roll."""

    nation: str
    against: str
    place: str
    money: int
    late: bool = False


class InfluenceRolled(_Open, frozen=True, kw_only=True, tag="influence_rolled"):
    """The roll of an attempt, and the leaning before and after."""

    nation: str
    place: str
    die: int
    tally: Tally
    made: bool
    before: str
    after: str
    again: bool = False


class StatusRolled(_Open, frozen=True, kw_only=True, tag="status_rolled"):
    """A war declaration roll; ``die`` is 0 where nothing could fail."""

    nation: str
    condition: str
    title: str
    die: int
    tally: Tally
    made: bool


class StatusRose(_Open, frozen=True, kw_only=True, tag="status_rose"):
    """A nation's war status rose."""

    nation: str
    before: int
    after: int
    why: str


class FullWarCame(_Open, frozen=True, kw_only=True, tag="full_war_came"):
    """Full War for these nations, and what brought it."""

    nations: tuple[str, ...]
    why: str


class ZoneEnacted(_Open, frozen=True, kw_only=True, tag="zone_enacted"):
    """Roosevelt's security zone widened American movement."""

    why: str


class AttackLodged(_Open, frozen=True, kw_only=True, tag="attack_lodged"):
    """An attack or occupation was reported; see :class:`~rules.war_game_1939.state.Lodged`."""

    number: int
    nation: str
    sort: str
    what: str
    helpers: tuple[str, ...] = ()
    how: str = ""
    won: bool = False
    against: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()


class AttackWithdrawn(_Open, frozen=True, kw_only=True, tag="attack_withdrawn"):
    """A report was taken back; it has no effect."""

    number: int
    nation: str
    what: str


class AttackContested(_Open, frozen=True, kw_only=True, tag="attack_contested"):
    """The other side says that a report is wrong."""

    number: int
    nation: str
    what: str


class AttackCounted(_Open, frozen=True, kw_only=True, tag="attack_counted"):
    """A report took effect; ``effect`` names what it is in law."""

    number: int
    nation: str
    against: str
    what: str
    effect: str


class NavyStruck(_Open, frozen=True, kw_only=True, tag="navy_struck"):
    """An unprovoked naval attack on an Ally: naval aggression is on record."""

    nation: str
    by: str
    zone: str


class NeutralStruck(_Open, frozen=True, kw_only=True, tag="neutral_struck"):
    """A neutral under an Ally's total control was attacked."""

    nation: str
    by: str
    place: str


class CommerceFreed(_Open, frozen=True, kw_only=True, tag="commerce_freed"):
    """An Axis nation's commerce is guaranteed, and its money free; ``money`` was freed at once."""

    nation: str
    by: str
    why: str
    money: int


class ColoniesPassed(_Open, frozen=True, kw_only=True, tag="colonies_passed"):
    """The Belgian and Dutch land not in Axis hands came under total French control."""

    places: tuple[str, ...]


class PactMade(_Open, frozen=True, kw_only=True, tag="pact_made"):
    """Sakhalin was ceded to Japan; ``moved`` says that Soviet units there moved to Turkmenistan."""

    place: str
    ussr: Tally
    japan: Tally
    moved: bool


class FranceFell(_Open, frozen=True, kw_only=True, tag="france_fell"):
    """France fell."""

    by: str


class VichyRolled(_Open, frozen=True, kw_only=True, tag="vichy_rolled"):
    """The roll of a French territory; ``die`` is 0 where its units made it needless."""

    place: str
    die: int
    tally: Tally
    free: bool
    ally: str


class ShipsDecided(_Open, frozen=True, kw_only=True, tag="ship_decided"):
    """What became of a French ship."""

    ship: str
    number: int
    die: int
    fate: str
    fighter: int = 0


class ConflictOpened(_Open, frozen=True, kw_only=True, tag="conflict_opened"):
    """Allies stand beside Vichy land, or lie (``sea``) beside ships that were taken, and must decide."""

    place: str
    nations: tuple[str, ...]
    manned: bool
    sea: bool = False


class ConflictSettled(_Open, frozen=True, kw_only=True, tag="conflict_settled"):
    """A nation decided; ``units`` are whose Vichy's units became.

    ``how`` is leave, stay, conquered or repelled; at sea leave, fought or clear (none was taken there).
    """

    place: str
    nation: str
    how: str
    units: str = ""


class IncomeCollected(_Open, frozen=True, kw_only=True, tag="income_collected"):
    """A nation collected its land income."""

    nation: str
    tally: Tally
    share: int


class IncomeForgone(_Open, frozen=True, kw_only=True, tag="income_forgone"):
    """What an Ally gave up because it lay above its income maximum."""

    nation: str
    tally: Tally
    land: int
    commerce: int


class BorrowingRolled(_Open, frozen=True, kw_only=True, tag="borrowing_rolled"):
    """China's roll for one turn of lend-lease."""

    die: int
    tally: Tally
    made: bool


class MoneyLent(_Open, frozen=True, kw_only=True, tag="money_lent"):
    """Money was lent; ``fund`` is the receiver's."""

    nation: str
    to: str
    fund: str
    amount: int


class MoneyReturned(_Open, frozen=True, kw_only=True, tag="money_returned"):
    """Borrowed money went back; ``owed`` was spent already."""

    nation: str
    to: str
    fund: str
    amount: int
    owed: int


class MoneySpent(_Open, frozen=True, kw_only=True, tag="money_spent"):
    """Money was spent for a use, from these funds."""

    nation: str
    use: str
    amount: int
    funds: dict[str, int]


class FactoryReduced(_Open, frozen=True, kw_only=True, tag="factory_reduced"):
    """A nation reduced or destroyed its own factory under a direct attack; ``how`` says which."""

    nation: str
    place: str
    how: str


class MovesDeclared(_Open, frozen=True, kw_only=True, tag="moves_declared"):
    """The U.S.A. declared moves and builds that its rules allow."""

    nation: str
    build: tuple[str, ...] = ()
    land: tuple[str, ...] = ()
    sea: tuple[str, ...] = ()
    attack: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    retreat: tuple[str, ...] = ()


class ReturnDue(_Open, frozen=True, kw_only=True, tag="return_due"):
    """American ships lie out of bounds after a retreat: they must leave (``late``: should have left)."""

    zones: tuple[str, ...]
    late: bool = False


class CampaignEnded(_Open, frozen=True, kw_only=True, tag="campaign_ended"):
    """The last turn is over."""

    title: str


Happening = (
    TurnBegan | PlayerTurnBegan | DieThrown | DiceThrown | DieRerolled | DiceBid | CommerceCollected
    | CommerceEnded | InfluenceTried | InfluenceOpposed | InfluenceRolled | StatusRolled
    | StatusRose | FullWarCame | ZoneEnacted | AttackLodged | AttackWithdrawn | AttackContested
    | AttackCounted | NavyStruck | NeutralStruck | CommerceFreed | ColoniesPassed | PactMade
    | FranceFell | VichyRolled | ShipsDecided | ConflictOpened | ConflictSettled | IncomeCollected
    | IncomeForgone | BorrowingRolled | MoneyLent | MoneyReturned | MoneySpent | FactoryReduced | MovesDeclared
    | ReturnDue | CampaignEnded | FactDeclared | FactConfirmed | FactDisputed
)  # fmt: skip
"""Every kind of event, for reading them back."""
