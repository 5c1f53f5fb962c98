import type { Outcome } from '../../api/result.ts';
import { capitalized } from '../../lib/words.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import { cursorRow } from '../../store/lists/visible-rows.ts';
import type { RequestOf } from '../../store/question.ts';
import type { QuestionRecord } from '../../store/questions/record.ts';
import { readOnlyReason, refusedWithoutService } from '../../store/read-only.ts';
import { type ConsoleState, keyNamed, placeOf } from '../../store/state.ts';
import { isShown } from '../../store/writes/pending-writes.ts';
import type { UnseenHold } from './journal/rules.ts';
import type { Rule } from './kinds.ts';
import { maxCostWords } from './pane/rules.ts';
import { HELD_ALONE, HELD_WITH_ALL, rulesKnown, statusOf } from './rule-rows.ts';
import { type RulesState, rulesOf, versionOf, type WaitingHold } from './rules-state.ts';

declare module '../../store/question.ts' {
  interface Requests {
    /** `version`: the text the operator has seen; null for held rules. */
    readonly rules: {
      readonly does: 'release' | 'go-on';
      readonly names: readonly string[];
      readonly version: string | null;
    };
  }
}

type RulesRequest = RequestOf<'rules'>;

/** What a key does: hold at once, or ask first. The error says why neither. */
type Step = Outcome<
  { readonly hold: readonly string[]; readonly why: string } | { readonly ask: RulesRequest },
  string
>;

const refuse = (error: string) => ({ ok: false, error }) as const;
const hold = (names: readonly string[], why: string): Step => ({ ok: true, value: { hold: names, why } });
const ask = (request: Omit<RulesRequest, 'kind'>): Step => ({
  ok: true,
  value: { ask: { kind: 'rules', ...request } },
});

const ruleOf = (state: ConsoleState, name: string): Rule | undefined =>
  rulesOf(state).rules.find((rule) => rule.name === name);

/** Why rules can't be released here. Holding is always allowed. */
const notHere = ({ connected }: ConsoleState): string | null => {
  const why = readOnlyReason(connected);
  return why === null ? null : `Only holding is possible here. ${why}`;
};

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
  if (kind !== 'held' && kind !== 'held-by-operator' && kind !== 'rehearses') return hold([name], HELD_ALONE);
  const why = notHere(state);
  if (kind === 'rehearses')
    return why === null ? ask({ does: 'release', names: [name], version: versionOf(seen) }) : hold([name], HELD_ALONE);
  return why === null ? ask({ does: 'go-on', names: [name], version: null }) : refuse(why);
}

/** Holds the free rules; without any, lets those it held go on. */
export function stepOfAll(state: ConsoleState): Step {
  const inReplay = refusedWithoutService(state, 'it has no rules.');
  if (inReplay !== null) return refuse(inReplay);
  const { stored, rules } = rulesOf(state);
  const own = stored.filter(({ name }) => rules.some((rule) => rule.name === name));
  if (own.length === 0) return refuse(rules.length === 0 ? 'There is no rule.' : 'No rule has run yet.');
  const free = own.filter(({ held }) => held === null);
  if (free.length > 0)
    return hold(
      free.map(({ name }) => name),
      HELD_WITH_ALL,
    );
  const together = own.filter(({ held }) => held === HELD_WITH_ALL);
  if (together.length === 0) return refuse('All rules are already held, for other reasons.');
  const why = notHere(state);
  if (why !== null) return refuse(why);
  return ask({ does: 'go-on', names: together.map(({ name }) => name), version: null });
}

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
      const text = `Released ${name}: it acts from now on. ${keyNamed(state, 'hold-rule', 'Space')} holds it.`;
      showChange(controller, state, isKept, names, { released: true, memory: null }, text);
    } else {
      const isKept = (await controller.journal?.holdRules?.(names, null))?.kept === true;
      const text = `${names.length === 1 ? `${name} goes` : `${names.length} rules go`} on.`;
      showChange(controller, state, isKept, names, { held: null }, text);
    }
  },
};

function sentenceNow(state: ConsoleState, { does, names, version }: RulesRequest): Outcome<string, string> {
  const [name = ''] = names;
  const present = names.flatMap((one) => ruleOf(state, one) ?? []);
  const [first] = present;
  if (first === undefined || present.length < names.length)
    return refuse(`${name} is no longer in the config file, so nothing was changed.`);
  const readOnly = notHere(state);
  if (readOnly !== null) return refuse(readOnly);
  if (does === 'release') {
    if (versionOf(first) !== version || statusOf(state, first, []).kind !== 'rehearses')
      return refuse(`${name} has changed since, so nothing was released. Look at it again.`);
    const money = maxCostWords(first);
    const limits = `at most ${first.maxWrites} writes per hour${money === null ? '' : `, ${money}`}`;
    return { ok: true, value: `release ${name}: it acts from now on, ${limits}` };
  }
  const held = names.filter((one) =>
    rulesOf(state).stored.some((stored) => stored.name === one && stored.held !== null),
  );
  if (held.length === 0) return refuse(`${name} is no longer held.`);
  const what = names.length === 1 ? name : `${names.length} rules (${names.join(', ')})`;
  return { ok: true, value: `let ${what} go on` };
}

/** Holding needs no question. */
export async function holdNow(controller: Controller, given: readonly string[], why: string): Promise<void> {
  const state = controller.store.getState();
  const held = (await controller.journal?.holdRules?.(given, why)) ?? { kept: false };
  const names = held.kept ? held.names : given;
  // An earlier key has held them.
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
  showChange(controller, state, held.kept, names, { held: why }, text, waiting);
}

/** The hold, when another program has yet to see it. */
function waitsFor(state: ConsoleState, what: string, unseen: UnseenHold | null): WaitingHold | null {
  const { lease } = rulesOf(state);
  if (unseen === null || (lease?.isOwn === true && lease.holder === unseen.holder)) return null;
  return { what, at: state.now, unseen };
}

type StoredRule = RulesState['stored'][number];

/** Shows a change before the journal is read again. `before`: the state it was made for. */
function showChange(
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
