// @ts-check
// Giving up, interrupting, going: each asks first where it costs something.

import { button } from "./dom.js";
import { ask, refuse, submit } from "./moves.js";
import { session } from "./session.js";
import { nameOf } from "./words.js";

export function concede() {
  const { state } = session;
  if (!state?.player) return;
  const cost = state.view.concede_cost;
  if (cost === null) return refuse(undefined);
  // The hand that was asked about, and no later one.
  const { v } = state;
  ask({ key: "ask.cancel", params: { name: nameOf(state.view, state.far), n: cost } },
    [button("btn.cancel_yes", "confirm-yes", () => submit({ t: "concede_hand" }, v), { kind: "danger" })], true);
}

export function resign() {
  if (!session.state?.player) return;
  if (session.state.view.phase === "match_over") return refuse(undefined);
  ask({ key: "ask.resign" }, [button("btn.resign_yes", "confirm-yes", () => submit({ t: "resign_match" }), { kind: "danger" })], true);
}

export function save() {
  const { state } = session;
  if (!state?.player) return;
  if (state.view.phase !== "playing" && state.view.phase !== "hand_over") return refuse(undefined);
  const propose = () => submit({ t: "propose", what: "save" });
  if (state.view.seats[state.far]?.computer) return propose();
  ask({ key: "ask.save", params: { name: nameOf(state.view, state.far) } }, [button("btn.save", "confirm-yes", propose, { kind: "primary" })]);
}

export function stop() {
  const { state } = session;
  if (!state?.player) return;
  if (state.view.phase === "match_over" || state.view.phase === "waiting") return refuse(undefined);
  ask({ key: "ask.stop", params: { name: nameOf(state.view, state.far) } },
    [button("btn.stop", "confirm-yes", () => submit({ t: "propose", what: "stop" }), { kind: "primary" })], true);
}

/** Before one's own first card. */
export function abort() {
  if (session.state?.view.may_abort) submit({ t: "abort_match" });
  else refuse("TOO_LATE");
}

/** Get up: whoever does so is waited for less long than whoever lost his line. */
export function leave() {
  const { state, line } = session;
  const go = () => line?.leave(() => location.assign("/"));
  const waitsFor = state?.player && state.view.versus === "human" && (state.view.phase === "playing" || state.view.phase === "hand_over");
  if (!waitsFor || !state.live) return go();
  ask({ key: "ask.leave", params: { name: nameOf(state.view, state.far) } }, [button("btn.leave", "confirm-yes", go, { kind: "danger" })], true);
}
