import type { ListedRow } from '../../api/result.ts';
import { HOUR_MS } from '../../lib/duration.ts';
import { diffMaps } from '../../lib/maps.ts';
import { jsonWithBigints } from '../../lib/values.ts';
import { paneFocused, screenLeft } from '../../store/panes/cursor.ts';
import { type ConsoleState, marksKept, withList } from '../../store/state.ts';
import { moneyOf } from '../money/known-money.ts';
import { ACTION_OUTCOMES } from './engine/decision.ts';
import { type DoneAction, effectsOf, type RuleEffects } from './engine/effects.ts';
import { kindOf, type Rule } from './kinds.ts';
import type { RuleActionLine, RuleRow } from './rule-row.ts';
import { type RulesState, rulesOf } from './rules-state.ts';
import { shortAction } from './runner/rule-event.ts';
import { hinderedNow, outlookOf } from './runner/rule-outlook.ts';
import { type KnownAction, knownActions } from './runner/rule-records.ts';
import { runByWords, statusOf, storedOf } from './status.ts';

/** Most actions of a rule that its detail shows. */
const MAX_ACTIONS = 20;

/** Takes what is known of the rules. The same state stays while nothing has changed. */
export function rulesKnown(state: ConsoleState, rules: RulesState): ConsoleState {
  return rulesListed(areSame(rules, rulesOf(state)) ? state : { ...state, rules });
}

/** Whether two states of the rules are the same. Actions and bids are many, and the same objects until one has changed. */
function areSame(next: RulesState, before: RulesState): boolean {
  const { actions, reads, ...rules } = next;
  const { actions: actionsBefore, reads: readsBefore, ...rulesBefore } = before;
  return actions === actionsBefore && reads === readsBefore && jsonWithBigints(rules) === jsonWithBigints(rulesBefore);
}

/** Shows the pane of rules, or goes back from it. */
export function rulesToggled(state: ConsoleState): ConsoleState {
  return state.focus === 'rules' ? screenLeft(state) : rulesListed(paneFocused(state, 'rules'));
}

/** Lists the rules. Rows that have not changed stay the same objects, and without a change the state does. */
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
    // What a rule that is held waited for has nobody looked at since.
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

/** What actions have cost and saved; null while the steps of their bids are not read. */
function effectsIn(state: ConsoleState, done: readonly DoneAction[]): RuleEffects | null {
  const money = moneyOf(state);
  if (done.length === 0) return effectsOf([], [], state.now);
  return money?.records == null ? null : effectsOf(done, money.records, money.readAt);
}

/** The bids on which something was done by a rule. */
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
