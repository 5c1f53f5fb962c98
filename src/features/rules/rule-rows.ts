import type { ListedRow } from '../../api/result.ts';
import { isGone } from '../../journal/lease.ts';
import { HOUR_MS, shortDuration } from '../../lib/duration.ts';
import { diffMaps } from '../../lib/maps.ts';
import { jsonWithBigints } from '../../lib/values.ts';
import { withoutPeriod } from '../../lib/words.ts';

import { paneFocused, screenLeft } from '../../store/panes/cursor.ts';
import { readOnlyReason } from '../../store/read-only.ts';
import { type ConsoleState, marksKept, withList } from '../../store/state.ts';
import { moneyOf } from '../money/known-money.ts';
import { ACTION_OUTCOMES, type ActionOutcome } from './engine/decision.ts';
import { type DoneAction, effectsOf, type RuleEffects } from './engine/effects.ts';
import type { CommonRule, RuleLine } from './engine/rule.ts';
import type { Trouble } from './hindrances.ts';
import type { StoredRule } from './journal/rules.ts';
import { kindOf, type Rule } from './kinds.ts';
import { type RulesState, rulesOf, versionOf } from './rules-state.ts';
import { shortAction } from './runner/rule-event.ts';
import { hinderedNow, type KnownAction, knownActions, outlookOf } from './runner/rule-records.ts';

declare module '../../resources/rows.ts' {
  interface Rows {
    readonly rules: RuleRow;
  }
}

/** `why` is a clause or a sentence. */
export type RuleStatus =
  | { readonly kind: 'active' | 'done' | 'held-by-operator' }
  | { readonly kind: 'rehearses'; readonly why: string | null }
  | { readonly kind: 'refused' | 'held' | 'waits' | 'hindered'; readonly why: string };

/** `outcome` is null while it is not known. */
export type RuleActionLine = {
  readonly at: number;
  readonly what: string;
  readonly reason: string;
  readonly outcome: ActionOutcome | null;
};

/** A rule of the config file with what the journal has of it. */
export type RuleRow = {
  readonly fid: string;
  readonly rule: CommonRule;
  /** A line for each setting. */
  readonly lines: readonly RuleLine[];
  readonly status: RuleStatus;
  readonly runBy: string;
  readonly next: { readonly at: number | null; readonly text: string } | null;
  /** Why the rule can't do its work; also while it rehearses or is held. */
  readonly hindered: string | null;
  /** Its writes of the last hour. */
  readonly sentAt: readonly number[];
  /** The newest first. */
  readonly lastActions: readonly RuleActionLine[];
  /** Null while the records of its bids are not read. */
  readonly effects: RuleEffects | null;
};

const MAX_ACTIONS = 20;

/** The same state stays while nothing has changed. */
export function rulesKnown(state: ConsoleState, rules: RulesState): ConsoleState {
  return rulesListed(areSame(rules, rulesOf(state)) ? state : { ...state, rules });
}

/** Actions and bids are many: they are compared by identity. */
function areSame(next: RulesState, before: RulesState): boolean {
  const { actions, reads, ...rules } = next;
  const { actions: actionsBefore, reads: readsBefore, ...rulesBefore } = before;
  return actions === actionsBefore && reads === readsBefore && jsonWithBigints(rules) === jsonWithBigints(rulesBefore);
}

export function rulesToggled(state: ConsoleState): ConsoleState {
  return state.focus === 'rules' ? screenLeft(state) : rulesListed(paneFocused(state, 'rules'));
}

/** Unchanged rows keep their objects; without a change the state does. */
export function rulesListed(state: ConsoleState): ConsoleState {
  const { rules: list } = state.lists;
  if (rulesOf(state).rules.length === 0 && list.rows.size === 0) return state;
  const actions = knownActions(rulesOf(state).actions);
  const rows = new Map(
    rulesOf(state).rules.map((rule): [string, ListedRow<RuleRow>] => {
      const row = rowOf(
        state,
        rule,
        actions.filter((one) => one.rule === rule.name),
      );
      const raw = jsonWithBigints(row);
      const before = list.rows.get(row.fid);
      return [row.fid, before?.raw === raw ? before : { row, raw }];
    }),
  );
  const delta = diffMaps(list.rows, rows);
  if (delta.changed.length === 0 && delta.gone.length === 0 && delta.inOrder) return state;
  return marksKept(withList(state, 'rules', { ...list, rows, delta, fetchedAt: state.now }), 'rules');
}

function rowOf(state: ConsoleState, rule: Rule, actions: readonly KnownAction[]): RuleRow {
  const { focus } = state;
  const done = actions.flatMap(({ at, fid, action, outcome }) =>
    outcome === 'done' && fid !== null && action !== null ? [{ at, fid, action }] : [],
  );
  const stored = storedOf(state, rule);
  const outlook = outlookOf(stored);
  return {
    fid: rule.name,
    rule,
    lines: kindOf(rule).lines(rule),
    next: outlook.next,
    // Nobody checks a held rule.
    hindered: stored?.held == null ? hinderedNow(outlook, state.now) : outlook.hindered,
    status: statusOf(
      state,
      rule,
      actions.filter(({ outcome }) => outcome === null),
    ),
    runBy: runByWords(state),
    sentAt: actions.flatMap(({ at, outcome }) => (outcome !== 'rehearsed' && at > state.now - HOUR_MS ? [at] : [])),
    lastActions: actions.slice(-MAX_ACTIONS).toReversed().map(actionLineOf),
    effects: focus === 'rules' ? effectsIn(state, done) : null,
  };
}

function effectsIn(state: ConsoleState, done: readonly DoneAction[]): RuleEffects | null {
  const money = moneyOf(state);
  if (done.length === 0) return effectsOf([], [], state.now);
  return money?.records == null ? null : effectsOf(done, money.records, money.readAt);
}

export const bidsActedOn = (state: ConsoleState): readonly string[] => [
  ...new Set(
    knownActions(rulesOf(state).actions).flatMap(({ fid, outcome }) => (outcome === 'done' && fid !== null ? fid : [])),
  ),
];

const actionLineOf = ({ at, action, outcome }: KnownAction): RuleActionLine => ({
  at,
  what: action === null ? 'an action of another version of spotdeck' : shortAction(action),
  reason: action?.reason ?? "it can't be read",
  outcome: ACTION_OUTCOMES.find((one) => one === outcome) ?? null,
});

export const HELD_ALONE = 'Held by the operator.';
export const HELD_WITH_ALL = 'Held by the operator, with all other rules.';

/** Null when a program runs them. */
function whyNobody(state: ConsoleState): string | null {
  const { lease, problem } = rulesOf(state);
  const { connected, now } = state;
  if (lease !== null && !lease.isOwn)
    return isGone(lease, now) ? `${lease.runs} has not answered for ${shortDuration(now - lease.at)}` : null;
  if (problem !== null) return withoutPeriod(problem.replace(/^The/, 'the'));
  if (lease !== null) return null;
  return readOnlyReason(connected) === null ? 'no program has started yet' : 'this console is read-only';
}

export function runByWords(state: ConsoleState): string {
  const nobody = whyNobody(state);
  if (nobody !== null) return `nobody runs them: ${nobody}`;
  const { lease } = rulesOf(state);
  return lease === null || lease.isOwn ? 'run by this console' : `run by ${lease.runs}`;
}

/** Undefined also for another text of the rule. */
function storedOf(state: ConsoleState, rule: Rule): StoredRule | undefined {
  const stored = rulesOf(state).stored.find(({ name }) => name === rule.name);
  return stored?.version === versionOf(rule) ? stored : undefined;
}

/** `open`: its actions without an outcome. */
export function statusOf(state: ConsoleState, rule: Rule, open: readonly KnownAction[]): RuleStatus {
  const held = rulesOf(state).stored.find(({ name }) => name === rule.name)?.held ?? null;
  if (held === HELD_ALONE || held === HELD_WITH_ALL) return { kind: 'held-by-operator' };
  if (held !== null) return { kind: 'held', why: withoutPeriod(held) };
  const stored = storedOf(state, rule);
  const nobody = whyNobody(state);
  if (stored === undefined) return { kind: 'waits', why: nobody ?? 'its first lists are being read' };
  const outlook = outlookOf(stored);
  const { next, waits, refused } = outlook;
  const hindrance = hinderedNow(outlook, state.now);
  const why = hindrance === null ? null : withoutPeriod(hindrance);
  if (nobody === null && refused && why !== null) return { kind: 'refused', why };
  if (!stored.released) return { kind: 'rehearses', why: nobody ?? why };
  if (nobody !== null) return { kind: 'waits', why: nobody };
  const [lost] = open;
  if (lost !== undefined)
    return { kind: 'waits', why: `the outcome of its last write (${lost.action?.name ?? lost.rule}) is looked for` };
  if (why !== null) return { kind: waits === null ? 'hindered' : 'waits', why };
  return { kind: kindOf(rule).ends && next === null && stored.next !== null ? 'done' : 'active' };
}

/** Hindrances of a released rule; none while it is held by the operator, or not run. */
export function troublesOf(state: ConsoleState, rule: Rule): readonly Trouble[] {
  const { kind } = statusOf(state, rule, []);
  const waits = kind === 'waits' && whyNobody(state) === null;
  const isShown = waits || kind === 'hindered' || kind === 'held' || kind === 'refused';
  return isShown ? outlookOf(storedOf(state, rule)).troubles : [];
}

export function rulesNeedingOperator(state: ConsoleState): Readonly<Record<'refused' | 'held' | 'rehearse', number>> {
  const kinds = rulesOf(state).rules.map((rule) => statusOf(state, rule, []).kind);
  return {
    refused: kinds.filter((kind) => kind === 'refused').length,
    held: kinds.filter((kind) => kind === 'held' || kind === 'held-by-operator').length,
    rehearse: kinds.filter((kind) => kind === 'rehearses').length,
  };
}
