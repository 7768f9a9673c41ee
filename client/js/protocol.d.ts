// The words of protocol/README.md as types, made from the code that makes protocol/schema.json; never written by hand:
// python -m schnapsen_protocol.typescript > client/js/protocol.d.ts

/** Call the match off, before one's own first card of it. */
export type AbortMatch = {
  t: "abort_match";
};

/** The command `id` is stored as version `v`. */
export type Ack = {
  id: string;
  v: number;
  t: "ack";
};

/** The best move for one seat, as far as it can be known from there. */
export type Advice = {
  move: string;
  why: Why;
  percent: number | null;
  points: number | null;
  card: Card | null;
};

/** Ask what to do now, at a table whose terms allow hints. Nobody else hears of it. */
export type AskHint = {
  id: string;
  t: "ask_hint";
};

/** A heartbeat: `v` is the version of the joined match, so that a client sees when it is behind. */
export type Beat = {
  v: number | null;
  now: number;
  n: number | null;
  t: "beat";
};

/** Let the computer take the free seat of one's own table. */
export type CallComputer = {
  level: Level;
  t: "call_computer";
};

/** Why a match ended without a result. */
export type CalledOff = "aborted" | "stopped";

/** Suit, then rank: `ST` is the ten of spades. */
export type Card = "CA" | "CT" | "CK" | "CQ" | "CJ" | "DA" | "DT" | "DK" | "DQ" | "DJ" | "HA" | "HT" | "HK" | "HQ" | "HJ" | "SA" | "ST" | "SK" | "SQ" | "SJ";

export type CardPlayed = {
  seat: 0 | 1;
  card: Card;
  t: "card_played";
};

/** Each draws one card, `first` first. `upcard` is set when the last draw hands the up-card to the second. */
export type CardsDrawn = {
  first: 0 | 1;
  upcard: Card | null;
  t: "cards_drawn";
};

/** Something that was said at the table, at the server time `at`. */
export type ChatLine = {
  seat: 0 | 1;
  phrase: Phrase | null;
  text: string | null;
  at: number;
};

/** Claim 66. Only in presets in which the players count. */
export type Claim = {
  t: "claim";
};

/** Claim the match because the other player has left and his grace is used up. */
export type ClaimWin = {
  t: "claim_win";
};

/** `seat` claimed 66; whether rightly, the `hand_won` behind it says. */
export type Claimed = {
  seat: 0 | 1;
  t: "claimed";
};

export type ClientFrame = Hello | Join | Resume | Leave | Submit | Probe | Echo | AskHint | EnterLobby | LeaveLobby | Seek | StopSeeking;

/** From the server time `at` on, `running`'s clock runs down from its `left` milliseconds; the other stands. With `running` null both stand. `lag` is how much each may still be credited for a slow line; up to `held` it was given back what was lost while no server kept the match. */
export type ClockMoved = {
  left: [number, number];
  running: 0 | 1 | null;
  at: number;
  lag: [number, number];
  held: number;
  t: "clock_moved";
};

/** So much time for the whole match, and so much more after each card played. */
export type ClockRule = {
  bank_ms: number;
  increment_ms: number;
};

/** At the server time `at`, each seat had `left` milliseconds. Only that of `running` has become less since. Every frame with a view says the server's time `now`: count from the moment it came, not by the device's clock. While `at` is still to come the clock stands: the player was sent to another server. */
export type ClockView = {
  left: [number, number];
  running: 0 | 1 | null;
  at: number;
  first_move_by: number | null;
};

export type CloseStock = {
  t: "close_stock";
};

export type Code = "NOT_YOUR_TURN" | "NOT_ON_LEAD" | "CARD_NOT_IN_HAND" | "BAD_CARD" | "MUST_FOLLOW" | "MUST_TRUMP" | "MUST_HEAD" | "NO_MARRIAGE" | "MARRIAGE_LEAD_CARD" | "MARRIAGE_NEEDS_TRICK" | "ALREADY_CLOSED" | "STOCK_EMPTY" | "STOCK_CLOSED" | "STOCK_TOO_SMALL" | "NO_TRUMP_JACK" | "EXCHANGE_NEEDS_TRICK" | "NO_CLAIMS" | "HAND_OVER" | "HAND_RUNNING" | "MATCH_OVER" | "MATCH_RUNNING" | "MATCH_PAUSED" | "MATCH_NOT_PAUSED" | "NOT_STARTED" | "NOTHING_PROPOSED" | "SEAT_TAKEN" | "TIME_LEFT" | "NOT_AWAY" | "TOO_LATE" | "MALFORMED" | "UNKNOWN_MATCH" | "NOT_A_PLAYER" | "NOT_JOINED" | "STALE" | "BUSY" | "RATE_LIMITED" | "UNAVAILABLE" | "OUTDATED" | "NOT_SIGNED_IN" | "BAD_NAME" | "BAD_TEXT" | "NO_WATCHERS" | "NEWER_MATCH" | "DAMAGED_MATCH" | "NO_HINTS" | "THINKING" | "BAD_ORIGIN";

export type Command = PlayCard | DeclareMarriage | CloseStock | ExchangeTrump | Claim | ConcedeHand | ResignMatch | NextHand | Stay | Propose | Decline | AbortMatch | CallComputer | ClaimWin | Say;

/** Give up this hand (the Cancel button). */
export type ConcedeHand = {
  t: "concede_hand";
};

/** Announce the marriage of the card's suit and lead this card, in one step. */
export type DeclareMarriage = {
  card: Card;
  t: "declare_marriage";
};

/** Decline the other player's proposal, or withdraw one's own. */
export type Decline = {
  what: Proposal;
  t: "decline";
};

/** `seat` declined the other's proposal, or withdrew its own. */
export type Declined = {
  seat: 0 | 1;
  what: Proposal;
  t: "declined";
};

/** The answer to a heartbeat that has an `n`, to be sent at once: so the server measures the line. */
export type Echo = {
  n: number;
  t: "echo";
};

/** Be told the list, and from then on what changes in it. With a position: what changed since. */
export type EnterLobby = {
  epoch?: string | null;
  version?: number | null;
  t: "enter_lobby";
};

export type Event = MatchOpened | SeatTaken | PlayerRenamed | HandDealt | TrumpExchanged | StockClosed | MarriageDeclared | CardPlayed | TrickWon | CardsDrawn | Claimed | HandConceded | HandWon | PlayerReady | PlayerStayed | MatchResigned | MatchWon | MatchCalledOff | ClockMoved | Said | Proposed | Declined | MatchSaved | MatchResumed | RematchStarted;

/** Take the up-card for the trump jack. */
export type ExchangeTrump = {
  t: "exchange_trump";
};

/** Who looks: whose views the steps show. */
export type Eyes = "both" | "0" | "1" | "gallery";

/** The frame could not be carried out. `id` is the command's, if the frame had one that could be read. */
export type Fault = {
  code: Code;
  sentence: string;
  id: string | null;
  retry_ms: number | null;
  t: "fault";
};

/** One of a player's own matches that are over. `score` is his own game points first. */
export type FinishedRow = {
  match: string;
  at: number;
  preset: Preset;
  rated: boolean;
  player: string | null;
  opponent: string;
  level: Level | null;
  score: [number, number];
  hands: number;
  won: boolean | null;
  ended_by: MatchEnd | null;
  called_off: CalledOff | null;
  rating_change: number | null;
  kept: boolean;
};

/** Who may look on while the match is played, and how much they see. */
export type Gallery = "closed" | "public" | "open";

export type HandConceded = {
  seat: 0 | 1;
  t: "hand_conceded";
};

/** Hand `number` (from 1) is dealt: five cards each, `upcard` shows trump, the other seat than `dealer` leads. */
export type HandDealt = {
  number: number;
  dealer: 0 | 1;
  upcard: Card;
  t: "hand_dealt";
};

/** Why a hand ended. */
export type HandEnd = "sixty_six" | "claim" | "false_claim" | "last_trick" | "closer_failed" | "conceded";

/** What is still told of a finished hand when the next one is played; every view has all of them. */
export type HandScore = {
  number: number;
  winner: 0 | 1;
  game_points: number;
  reason: HandEnd;
};

/** `score` is the game points of both seats with this hand's `game_points` (1 to 3), not cut at 7. */
export type HandWon = {
  seat: 0 | 1;
  game_points: number;
  reason: HandEnd;
  score: [number, number];
  t: "hand_won";
};

/** The first frame of a client. */
export type Hello = {
  protocol: number;
  t: "hello";
};

/** The answer to `ask_hint`: what is best at version `v`. */
export type Hint = {
  id: string;
  v: number;
  advice: Advice;
  t: "hint";
};

/** Sit at a match or watch it. With the `invite` key a free seat is taken, and with `sit` that of a listed table; a player gets his own seat back in any case. */
export type Join = {
  match: string;
  invite?: string | null;
  sit?: boolean;
  watch?: boolean;
  glance?: boolean;
  history?: boolean;
  recent?: boolean;
  t: "join";
};

/** The whole table after `join` or `resume`. After `join`, `recovered` is `None`, and `events` has the whole match, or the last two hands, if that was asked for. After `resume` it is true when `events` holds everything since the client's version, and false when the server cannot say what was missed: then `events` is empty and only the view counts. With false it also comes unasked, and with another `epoch`: when the store has lost entries that were told. */
export type Joined = {
  match: string;
  epoch: string;
  v: number;
  seat: 0 | 1 | null;
  recovered: boolean | null;
  events: Array<MatchOpened | SeatTaken | PlayerRenamed | HandDealt | TrumpExchanged | StockClosed | MarriageDeclared | CardPlayed | TrickWon | CardsDrawn | Claimed | HandConceded | HandWon | PlayerReady | PlayerStayed | MatchResigned | MatchWon | MatchCalledOff | ClockMoved | Said | Proposed | Declined | MatchSaved | MatchResumed | RematchStarted>;
  view: View;
  left_ms: number | null;
  presence: [boolean, boolean];
  watchers: number;
  now: number;
  at: number;
  chat: Array<ChatLine>;
  invite: string | null;
  t: "joined";
};

/** Get up on purpose. A player who does so is waited for less long than one whose line dropped. */
export type Leave = {
  t: "leave";
};

/** Be told the list no more. A search goes on. */
export type LeaveLobby = {
  t: "leave_lobby";
};

/** How well a computer opponent plays. Levels differ by what they know and how carefully they look. */
export type Level = "beginner" | "club" | "strong" | "master";

/** Somebody in the list. Guests have no `rating`. */
export type ListedPlayer = {
  player: string;
  name: string;
  rating: RatingMark | null;
  reliability: Reliability;
};

/** A match that is being played and may be watched. */
export type LiveRow = {
  match: string;
  players: [ListedPlayer, ListedPlayer];
  preset: Preset;
  clock: ClockRule | null;
  rated: boolean;
  score: [number, number];
  watchers: number;
  at: number;
  t: "live";
};

/** The answer to `enter_lobby`: everything, or with `recovered` true what changed since the client's position. `drop` names the matches whose rows have gone since; without `recovered` true, rows that are not here are gone. */
export type Lobby = {
  epoch: string;
  v: number;
  recovered: boolean | null;
  tables: Array<TableRow>;
  live: Array<LiveRow>;
  drop: Array<string>;
  online: number;
  t: "lobby";
};

/** The list stands at version `v` now: rows that are new or other, of either kind, and those that are gone. */
export type LobbyChanged = {
  v: number;
  put: Array<TableRow | LiveRow>;
  drop: Array<string>;
  online: number;
  t: "lobby_changed";
};

/** `points` is 40 in trumps, else 20; `pending` while `seat` has no trick. A `card_played` follows unless the marriage ends the hand. */
export type MarriageDeclared = {
  seat: 0 | 1;
  suit: Suit;
  points: number;
  pending: boolean;
  t: "marriage_declared";
};

/** The match is over and nobody has won it. */
export type MatchCalledOff = {
  reason: CalledOff;
  t: "match_called_off";
};

/** Why a match ended. */
export type MatchEnd = "score" | "resigned" | "time" | "left";

/** `dealer` deals the first hand. `log` is the log version that the match begins with. */
export type MatchOpened = {
  preset: Preset;
  versus: Versus;
  dealer: 0 | 1;
  log: number;
  terms: Terms;
  rules: number;
  t: "match_opened";
};

export type MatchResigned = {
  seat: 0 | 1;
  t: "match_resigned";
};

export type MatchResumed = {
  t: "match_resumed";
};

/** One of a player's own matches that are not over, as a list shows it. `score` is his own game points first. */
export type MatchRow = {
  match: string;
  seat: 0 | 1;
  phase: Phase;
  preset: Preset;
  versus: Versus;
  opponent: string | null;
  level: Level | null;
  score: [number, number];
  your_turn: boolean;
  proposal: ProposalView | null;
  terms: Terms;
  at: number;
  invite: string | null;
};

/** The match is paused until both take it up again. */
export type MatchSaved = {
  t: "match_saved";
};

export type MatchWon = {
  seat: 0 | 1;
  reason: MatchEnd;
  t: "match_won";
};

/** A decision that cost something. Game points are those expected of the hand, as far as the match needs them. */
export type Mistake = {
  v: number;
  view: View;
  played: string;
  better: Advice;
  lost: number;
};

/** Ready for the next hand (the Next button). It is dealt when both are ready, or when the time is up. */
export type NextHand = {
  t: "next_hand";
};

/** An opponent is found, or this player plays a match already: join it. */
export type Paired = {
  match: string;
  within_ms: number | null;
  t: "paired";
};

export type Phase = "waiting" | "playing" | "hand_over" | "paused" | "match_over";

/** What can be said in every language: each client shows it in its reader's. */
export type Phrase = "hello" | "good_luck" | "well_played" | "thanks" | "sorry" | "one_moment" | "good_game" | "goodbye";

export type PlayCard = {
  card: Card;
  t: "play_card";
};

/** `seat` pressed Next. */
export type PlayerReady = {
  seat: 0 | 1;
  t: "player_ready";
};

export type PlayerRenamed = {
  seat: 0 | 1;
  name: string;
  t: "player_renamed";
};

/** `seat` stopped the countdown to the next hand. */
export type PlayerStayed = {
  seat: 0 | 1;
  t: "player_stayed";
};

/** Who is connected, over all tabs and all server processes. A player who is away has so many milliseconds of `grace`; it becomes less only while the table waits for him, who is then `burning`. At 0 the other may `claim_win`. */
export type Presence = {
  seats: [boolean, boolean];
  watchers: number;
  names: Array<string>;
  grace: [number | null, number | null];
  burning: 0 | 1 | null;
  t: "presence";
};

/** A named set of rules; what each switches is data of the rules. */
export type Preset = "seed" | "tournament" | "sharp";

/** Ask for a heartbeat at once. */
export type Probe = {
  t: "probe";
};

/** What everybody may know of a player. Without a `rating` he has not chosen a name. */
export type Profile = {
  player: string;
  name: string;
  rating: RatingMark | null;
  rated_matches: number;
  record: Record;
  reliability: Reliability;
  history: Array<RatingPoint>;
};

/** What needs the consent of both. */
export type Proposal = "save" | "resume" | "rematch" | "stop";

export type ProposalView = {
  seat: 0 | 1;
  what: Proposal;
};

/** Propose something, or accept it where the other player proposed the same. */
export type Propose = {
  what: Proposal;
  t: "propose";
};

export type Proposed = {
  seat: 0 | 1;
  what: Proposal;
  t: "proposed";
};

/** A position of which all cards are known, and what has been played from it against the solver. */
export type Puzzle = {
  number: number;
  of: number;
  view: View;
  theirs: Array<Card>;
  reachable: number;
  played: Array<PuzzleMove>;
};

export type PuzzleMove = {
  seat: 0 | 1;
  move: string;
  lost: number;
};

/** `value` ± `deviation`, like 1500 ± 350; `provisional` while too few matches say so. */
export type RatingMark = {
  value: number;
  deviation: number;
  provisional: boolean;
};

/** The rating after one rated match. */
export type RatingPoint = {
  match: string;
  at: number;
  value: number;
  deviation: number;
  change: number;
};

/** What a player did in matches that came to a result: against people, and rated ones against the computer. */
export type Record = {
  matches: number;
  wins: number;
  hands_won: [number, number, number];
  hands_lost: [number, number, number];
  closings_made: number;
  closings_failed: number;
  points: number;
};

/** The command `id` changed nothing. `legal` is what the asker may do instead. */
export type Refusal = {
  id: string;
  code: Code;
  sentence: string;
  legal: Array<string>;
  v: number;
  t: "refused";
};

/** Of the last `begun` of these matches (20 at most) `finished` were neither aborted nor left. */
export type Reliability = {
  finished: number;
  begun: number;
};

/** The next match between the two has the id `match`; this one keeps its link. */
export type RematchStarted = {
  match: string;
  t: "rematch_started";
};

/** One hand of a match, with what else of it can be looked at. */
export type Replay = {
  match: string;
  over: boolean;
  you: 0 | 1 | null;
  eyes: Eyes;
  may: Array<Eyes>;
  hands: number;
  hand: number;
  steps: Array<Step>;
};

export type ResignMatch = {
  t: "resign_match";
};

/** The server stops; come back after `retry_ms`. */
export type Restarting = {
  retry_ms: number;
  t: "restarting";
};

/** A finished hand and how its game points came about. */
export type ResultView = {
  number: number;
  dealer: 0 | 1;
  closer: 0 | 1 | null;
  winner: 0 | 1;
  game_points: number;
  reason: HandEnd;
  at_close: boolean;
  loser_points: number;
  loser_tricks: number;
  points: [number, number];
  marriages: [number, number];
  tricks: [number, number];
  score: [number, number];
};

/** Come back to a match after `version` of `epoch`, which was written at the server's time `at`. */
export type Resume = {
  match: string;
  epoch: string;
  version: number;
  at?: number | null;
  t: "resume";
};

/** The decisions of one seat in a finished match. It grows until all are judged: `done` is then `of`. */
export type Review = {
  match: string;
  seat: 0 | 1;
  done: number;
  of: number;
  decisions: number;
  lost: number;
  mistakes: Array<Mistake>;
};

/** Either a phrase or a text. */
export type Said = {
  seat: 0 | 1;
  phrase: Phrase | null;
  text: string | null;
  t: "said";
};

/** Say something at the table: one of the phrases, or a text of at most 200 characters. */
export type Say = {
  phrase?: Phrase | null;
  text?: string | null;
  t: "say";
};

export type Seat = 0 | 1;

/** `player` is the public id of a person: it names him and opens nothing. */
export type SeatTaken = {
  seat: 0 | 1;
  player: string;
  name: string;
  computer: boolean;
  rating: RatingMark | null;
  level: Level | null;
  t: "seat_taken";
};

/** One seat as this viewer sees it. `None` for points: the preset hides them from him. */
export type SeatView = {
  player: string;
  name: string;
  rating: RatingMark | null;
  computer: boolean;
  level: Level | null;
  score: number;
  points: number | null;
  pending: number | null;
  tricks: number;
  cards: number;
  hand: Array<Card> | null;
  known: Array<Card>;
  won: Array<[Card, Card]>;
  declared: Array<Suit>;
  ready: boolean;
  stayed: boolean;
};

/** Look for an opponent who wants the same preset and clock. The match is rated if both ask for it. The search ends with `stop_seeking`, or two seconds after the last socket of the player that searches is closed; whoever searches again within half a minute goes on waiting where he was. */
export type Seek = {
  preset: Preset;
  clock: ClockRule | null;
  rated?: boolean;
  t: "seek";
};

/** This player searches no more. */
export type SeekEnded = {
  t: "seek_ended";
};

/** The search of this player as it stands, in whichever tab it began. Comes again when something of it changes. */
export type Seeking = {
  since: number;
  range: number | null;
  expected_ms: number | null;
  offer_computer: boolean;
  now: number;
  t: "seeking";
};

export type ServerFrame = Welcome | Joined | Update | Ack | Refusal | Fault | Hint | Presence | Beat | Restarting | Lobby | LobbyChanged | Seeking | SeekEnded | Paired;

/** Stop the countdown to the next hand until this player presses Next. */
export type Stay = {
  t: "stay";
};

/** What one command changed on the table, and the table after it. */
export type Step = {
  v: number;
  at: number;
  events: Array<MatchOpened | SeatTaken | PlayerRenamed | HandDealt | TrumpExchanged | StockClosed | MarriageDeclared | CardPlayed | TrickWon | CardsDrawn | Claimed | HandConceded | HandWon | PlayerReady | PlayerStayed | MatchResigned | MatchWon | MatchCalledOff | ClockMoved | Said | Proposed | Declined | MatchSaved | MatchResumed | RematchStarted>;
  view: View;
};

export type StockClosed = {
  seat: 0 | 1;
  t: "stock_closed";
};

/** End the search in all tabs. */
export type StopSeeking = {
  t: "stop_seeking";
};

/** Ask for a command. `id` is the client's, new for each intent and the same for each resend. With `version` the command is refused as `STALE` if the table has changed since. */
export type Submit = {
  id: string;
  command: PlayCard | DeclareMarriage | CloseStock | ExchangeTrump | Claim | ConcedeHand | ResignMatch | NextHand | Stay | Propose | Decline | AbortMatch | CallComputer | ClaimWin | Say;
  version?: number | null;
  t: "submit";
};

export type Suit = "C" | "D" | "H" | "S";

export type TableCard = {
  seat: 0 | 1;
  card: Card;
  marriage: number;
};

/** A table with a free seat: `join` with `sit` takes it. It stands as long as its host is there. */
export type TableRow = {
  match: string;
  host: ListedPlayer;
  preset: Preset;
  clock: ClockRule | null;
  rated: boolean;
  at: number;
  hide_points: boolean;
  t: "table";
};

/** The defaults are those of a match of which nothing was settled: older logs have none. */
export type Terms = {
  clock: ClockRule | null;
  rated: boolean;
  gallery: Gallery;
  listed: boolean;
  first_move_ms: number;
  hints: boolean;
  hide_points: boolean;
};

/** One of the best players whose rating is not provisional, best first. */
export type TopRow = {
  player: string;
  name: string;
  rating: RatingMark;
  rated_matches: number;
  reliability: Reliability;
};

export type TrickView = {
  winner: 0 | 1;
  led: TableCard;
  followed: TableCard;
  points: number;
};

/** `seat` takes the two cards on the table, worth `points`. */
export type TrickWon = {
  seat: 0 | 1;
  points: number;
  t: "trick_won";
};

/** `seat` took `upcard` into its hand and left `jack` in its place. */
export type TrumpExchanged = {
  seat: 0 | 1;
  jack: Card;
  upcard: Card;
  t: "trump_exchanged";
};

/** Version `v` of the match: what happened, and the table after it. A client that fell behind gets one update whose `v` jumps; its `events` are then empty. */
export type Update = {
  v: number;
  at: number;
  events: Array<MatchOpened | SeatTaken | PlayerRenamed | HandDealt | TrumpExchanged | StockClosed | MarriageDeclared | CardPlayed | TrickWon | CardsDrawn | Claimed | HandConceded | HandWon | PlayerReady | PlayerStayed | MatchResigned | MatchWon | MatchCalledOff | ClockMoved | Said | Proposed | Declined | MatchSaved | MatchResumed | RematchStarted>;
  view: View;
  left_ms: number | null;
  now: number;
  t: "update";
};

/** Who the second seat is kept for, or who has taken it. */
export type Versus = "human" | "computer";

/** The whole table for one viewer. It replaces any earlier view. */
export type View = {
  viewer: 0 | 1 | null;
  phase: Phase;
  preset: Preset;
  versus: Versus;
  terms: Terms;
  seats: [SeatView | null, SeatView | null];
  hand_number: number;
  dealer: 0 | 1;
  leader: 0 | 1 | null;
  to_play: 0 | 1 | null;
  trump: Suit | null;
  upcard: Card | null;
  stock: number;
  closed_by: 0 | 1 | null;
  table: Array<TableCard>;
  last_trick: TrickView | null;
  legal: Array<string>;
  blocked: {[key: string]: Code};
  concede_cost: number | null;
  result: ResultView | null;
  results: Array<HandScore>;
  rest: Array<Card> | null;
  clock: ClockView | null;
  proposal: ProposalView | null;
  may_abort: boolean;
  winner: 0 | 1 | null;
  ended_by: MatchEnd | null;
  called_off: CalledOff | null;
  rematch: string | null;
};

/** The answer to a hello that the server understands. */
export type Welcome = {
  protocol: number;
  player: string;
  name: string;
  heartbeat_ms: number;
  client: string;
  t: "welcome";
};

/** The reason for a move. */
export type Why = "only" | "claim" | "exchange" | "close" | "announce" | "announce_66" | "take" | "take_66" | "keep" | "throw" | "sure" | "trumps" | "low" | "best";
