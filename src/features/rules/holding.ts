import type { Outcome } from '../../api/result.ts';
import { capitalized } from '../../lib/words.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import { cursorRow } from '../../store/lists/visible-rows.ts';
import { placeOf } from '../../store/projects.ts';
import type { RequestOf } from '../../store/question.ts';
import type { QuestionRecord } from '../../store/questions/record.ts';
import { readOnlyReason, refusedWithoutService } from '../../store/read-only.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import { isShown } from '../../store/writes/own-writes.ts';
import type { UnseenHold } from './journal/rules.ts';
import type { Rule } from './kinds.ts';
import { maxCostWords } from './pane/settings.ts';
import { rulesKnown } from './rule-rows.ts';
import { type RulesState, rulesOf, versionOf, type WaitingHold } from './rules-state.ts';
import { HELD_ALONE, HELD_WITH_ALL, statusOf } from './status.ts';

declare module '../../store/question.ts' {
  interface Requests {
    /** Letting rules act; `version` is the text of the rule that the operator has seen, null for held rules. */
    readonly rules: {
      readonly does: 'release' | 'go-on';
      readonly names: readonly string[];
      readonly version: string | null;
    };
  }
}

type RulesRequest = RequestOf<'rules'>;

/** What a key does with rules: hold some at once, or ask before they act. An error is why it does neither. */
type Step = Outcome<
  { readonly hold: readonly string[]; readonly why: string } | { readonly ask: RulesRequest },
  string
>;

const refuse = (error: string): Step => ({ ok: false, error });

const ruleOf = (state: ConsoleState, name: string): Rule | undefined =>
  rulesOf(state).rules.find((rule) => rule.name === name);

/** Why no rule may be let go on by this console; null when it may. Holding is always allowed. */
const notHere = ({ connected }: ConsoleState): string | null => {
  const why = readOnlyReason(connected);
  return why === null ? null : `Only holding is possible here. ${why}`;
};

/** What the key for one rule does with the rule under the cursor. */
export function stepOfOne(state: ConsoleState): Step {
  const inReplay = refusedWithoutService(state, 'it has no rules.');
  if (inReplay !== null) return refuse(inReplay);
  const seen = cursorRow(state, 'rules')?.row.rule;
  if (seen === undefined) return refuse('There is no rule.');
  const { name } = seen;
  const rule = ruleOf(state, name);
  if (rule === undefined) return refuse(`${name} is no longer in the config file.`);
  const status = statusOf(state, rule, []);
  const { kind } = status;
  const stored = rulesOf(state).stored.find((one) => one.name === name);
  if (stored === undefined) return refuse(`${name} has not run yet, so there is nothing to hold or release.`);
  if (status.kind === 'refused' && !stored.released)
    return refuse(`${name} is refused, so there is nothing to hold or release. ${status.why}.`);
  if (kind !== 'held' && kind !== 'held-by-operator' && kind !== 'rehearses')
    return { ok: true, value: { hold: [name], why: HELD_ALONE } };
  const why = notHere(state);
  if (kind === 'rehearses')
    return why === null
      ? { ok: true, value: { ask: { kind: 'rules', does: 'release', names: [name], version: versionOf(seen) } } }
      : { ok: true, value: { hold: [name], why: HELD_ALONE } };
  return why === null
    ? { ok: true, value: { ask: { kind: 'rules', does: 'go-on', names: [name], version: null } } }
    : refuse(why);
}

/** What the key for all rules does: it holds those that are not held, and without any lets those go on that it held. */
export function stepOfAll(state: ConsoleState): Step {
  const inReplay = refusedWithoutService(state, 'it has no rules.');
  if (inReplay !== null) return refuse(inReplay);
  const { stored, rules } = rulesOf(state);
  const own = stored.filter(({ name }) => rules.some((rule) => rule.name === name));
  if (own.length === 0) return refuse(rules.length === 0 ? 'There is no rule.' : 'No rule has run yet.');
  const free = own.filter(({ held }) => held === null);
  if (free.length > 0) return { ok: true, value: { hold: free.map(({ name }) => name), why: HELD_WITH_ALL } };
  const together = own.filter(({ held }) => held === HELD_WITH_ALL);
  if (together.length === 0) return refuse('All rules are already held, for other reasons.');
  const why = notHere(state);
  if (why !== null) return refuse(why);
  const names = together.map(({ name }) => name);
  return { ok: true, value: { ask: { kind: 'rules', does: 'go-on', names, version: null } } };
}

/** Letting rules act: releasing one that rehearses, or letting held ones go on. */
export const rulesQuestion: QuestionRecord<'rules'> = {
  now: (state, request) => {
    const sentence = sentenceNow(state, request);
    if (!sentence.ok) return sentence;
    const { value } = sentence;
    return {
      ok: true,
      value: {
        sentence: value,
        title: 'Rules',
        lines: [{ text: `${capitalized(value)}.` }],
        review: [],
        rows: request.names,
        writes: [],
        answer: { by: 'tap' },
        leftOut: null,
        reads: [],
      },
    };
  },
  carryOut: async (controller, { does, names, version }) => {
    const state = controller.store.getState();
    const [name = ''] = names;
    if (does === 'release') {
      const isKept = version !== null && (await controller.journal?.releaseRule?.({ name, version })) === true;
      changed(
        controller,
        state,
        isKept,
        names,
        { released: true, memory: null },
        `Released ${name}: it acts from now on. ${spaceHolds(state)}`,
      );
    } else {
      const isKept = (await controller.journal?.holdRules?.(names, null))?.kept === true;
      changed(
        controller,
        state,
        isKept,
        names,
        { held: null },
        `${names.length === 1 ? `${name} goes` : `${names.length} rules go`} on.`,
      );
    }
  },
};

/** What letting rules act means now, in one line; or why it is not possible. */
function sentenceNow(state: ConsoleState, { does, names, version }: RulesRequest): Outcome<string, string> {
  const [name = ''] = names;
  const present = names.flatMap((one) => ruleOf(state, one) ?? []);
  const [first] = present;
  if (first === undefined || present.length < names.length)
    return { ok: false, error: `${name} is no longer in the config file, so nothing was changed.` };
  const readOnly = notHere(state);
  if (readOnly !== null) return { ok: false, error: readOnly };
  if (does === 'release') {
    if (versionOf(first) !== version || statusOf(state, first, []).kind !== 'rehearses')
      return { ok: false, error: `${name} has changed since, so nothing was released. Look at it again.` };
    const money = maxCostWords(first);
    const limits = `at most ${first.maxWrites} writes per hour${money === null ? '' : `, ${money}`}`;
    return { ok: true, value: `release ${name}: it acts from now on, ${limits}` };
  }
  const held = names.filter((one) =>
    rulesOf(state).stored.some((stored) => stored.name === one && stored.held !== null),
  );
  if (held.length === 0) return { ok: false, error: `${name} is no longer held.` };
  const what = names.length === 1 ? name : `${names.length} rules (${names.join(', ')})`;
  return { ok: true, value: `let ${what} go on` };
}

const spaceHolds = (state: ConsoleState): string => `${keyNamed(state, 'hold-rule', 'Space')} holds it.`;

/** Holds rules at once: that needs no question. */
export async function holdNow(controller: Controller, given: readonly string[], why: string): Promise<void> {
  const state = controller.store.getState();
  const held = (await controller.journal?.holdRules?.(given, why)) ?? { kept: false };
  const names = held.kept ? held.names : given;
  // A key before this one has held them.
  if (names.length === 0) return;
  const [name = ''] = names;
  const all = why === HELD_WITH_ALL;
  const what = `Held ${names.length === 1 ? name : `all ${names.length} rules`}`;
  const goesOn = all
    ? `${keyNamed(state, 'hold-all-rules', `${keyNamed(state, 'palette', ':')} hold rules`)} lets ${names.length === 1 ? 'it' : 'them'} go on.`
    : `${keyNamed(state, 'hold-rule', 'Space')} lets it go on.`;
  const waiting = held.kept ? waitsFor(controller.store.getState(), what, held.unseen) : null;
  const text =
    waiting === null
      ? `${what}: nothing more is sent${all ? '' : ' for it'}. ${goesOn}`
      : `${what}. Waiting until ${waiting.unseen.runs} has seen it. ${goesOn}`;
  changed(controller, state, held.kept, names, { held: why }, text, waiting);
}

/** The hold that another program has yet to see; null when this one runs the rules, or nobody does. */
function waitsFor(state: ConsoleState, what: string, unseen: UnseenHold | null): WaitingHold | null {
  const { lease } = rulesOf(state);
  if (unseen === null || (lease?.isOwn === true && lease.holder === unseen.holder)) return null;
  return { what, at: state.now, unseen };
}

type StoredRule = RulesState['stored'][number];

/** Shows a change of the journal at once, before it is read again; or that it was not possible. `before` is what it was made for. */
function changed(
  controller: Controller,
  before: ConsoleState,
  isKept: boolean,
  names: readonly string[],
  change: Partial<StoredRule>,
  text: string,
  waiting: WaitingHold | null = null,
): void {
  update(controller, (state) => {
    if (!isKept)
      return showNotice(state, 'The journal could not be written, so nothing was changed. Try again.', 'bad');
    // Another project has other rules.
    if (!isShown(state, placeOf(before))) return showNotice(state, text);
    const stored = rulesOf(state).stored.map((one) => (names.includes(one.name) ? { ...one, ...change } : one));
    return showNotice(
      rulesKnown(state, { ...rulesOf(state), stored, waiting }),
      text,
      waiting === null ? 'good' : 'warn',
    );
  });
}
