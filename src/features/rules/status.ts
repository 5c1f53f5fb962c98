import { isGone } from '../../journal/lease.ts';
import { shortDuration } from '../../lib/duration.ts';
import { withoutPeriod } from '../../lib/words.ts';
import { readOnlyReason } from '../../store/read-only.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Trouble } from './hindrances.ts';
import type { StoredRule } from './journal/rules.ts';
import { kindOf, type Rule } from './kinds.ts';
import type { RuleStatus } from './rule-row.ts';
import { rulesOf, versionOf } from './rules-state.ts';
import { hinderedNow, outlookOf } from './runner/rule-outlook.ts';
import type { KnownAction } from './runner/rule-records.ts';

/** Why a rule that the operator holds does nothing: alone, or together with all others. */
export const HELD_ALONE = 'Held by the operator.';
export const HELD_WITH_ALL = 'Held by the operator, with all other rules.';

/** Why nobody runs the rules; null when somebody does. */
function whyNobody(state: ConsoleState): string | null {
  const { lease, problem } = rulesOf(state);
  const { connected, now } = state;
  if (lease !== null && !lease.isOwn)
    return isGone(lease, now) ? `${lease.runs} has not answered for ${shortDuration(now - lease.at)}` : null;
  if (problem !== null) return withoutPeriod(problem.replace(/^The/, 'the'));
  if (lease !== null) return null;
  return readOnlyReason(connected) === null ? 'no program has started yet' : 'this console is read-only';
}

/** Who runs the rules, in words. */
export function runByWords(state: ConsoleState): string {
  const nobody = whyNobody(state);
  if (nobody !== null) return `nobody runs them: ${nobody}`;
  const { lease } = rulesOf(state);
  return lease === null || lease.isOwn ? 'run by this console' : `run by ${lease.runs}`;
}

/** The row of a rule that is kept; undefined when none is, or one with another text. */
export function storedOf(state: ConsoleState, rule: Rule): StoredRule | undefined {
  const stored = rulesOf(state).stored.find(({ name }) => name === rule.name);
  return stored?.version === versionOf(rule) ? stored : undefined;
}

/** What a rule does now; `open` are its actions without an outcome. */
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

/** What keeps a rule that may act from doing what it is for; nothing while the operator holds it, or nobody runs it. */
export function troublesOf(state: ConsoleState, rule: Rule): readonly Trouble[] {
  const { kind } = statusOf(state, rule, []);
  const waits = kind === 'waits' && whyNobody(state) === null;
  const isShown = waits || kind === 'hindered' || kind === 'held' || kind === 'refused';
  return isShown ? outlookOf(storedOf(state, rule)).troubles : [];
}

/** The number of rules of the config file that are refused, of those that are held, and of those that only rehearse. */
export function rulesNeedingOperator(state: ConsoleState): Readonly<Record<'refused' | 'held' | 'rehearse', number>> {
  const kinds = rulesOf(state).rules.map((rule) => statusOf(state, rule, []).kind);
  return {
    refused: kinds.filter((kind) => kind === 'refused').length,
    held: kinds.filter((kind) => kind === 'held' || kind === 'held-by-operator').length,
    rehearse: kinds.filter((kind) => kind === 'rehearses').length,
  };
}
