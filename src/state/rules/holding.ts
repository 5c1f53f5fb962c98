import type { Outcome } from '../../api/result.ts';
import { maxCostWords } from '../../resources/rules/settings.ts';
import type { Rule } from '../../rules/rule.ts';
import { showNotice } from '../activity.ts';
import { type Controller, update } from '../controller.ts';
import { type ArmedFor, type Asked, isSameQuestion } from '../dialogs/armed-action.ts';
import { armedWith } from '../dialogs/confirmation.ts';
import { keyNamed } from '../key-names.ts';
import { cursorRow } from '../lists/visible-rows.ts';
import { readOnlyReason } from '../read-only.ts';
import { refusedInReplay } from '../replay-clock.ts';
import type { ConsoleState } from '../state.ts';
import { rulesKnown } from './rule-rows.ts';
import { HELD_ALONE, HELD_WITH_ALL, statusOf } from './rule-status.ts';
import { versionOf } from './rules-state.ts';

type ArmedRules = Extract<ArmedFor, { kind: 'rules' }>;

/** What a key does with rules: hold some at once, or ask before they act. An error is why it does neither. */
type Step = Outcome<{ readonly hold: readonly string[]; readonly why: string } | { readonly ask: ArmedRules }, string>;

const refuse = (error: string): Step => ({ ok: false, error });

const ruleOf = ({ rules }: ConsoleState, name: string): Rule | undefined =>
  rules.rules.find((rule) => rule.name === name);

/** Returns why no rule may be let go on by this console; null when it may. Holding is always allowed. */
const notHere = ({ connected }: ConsoleState): string | null => {
  const why = readOnlyReason(connected);
  return why === null ? null : `Only holding is possible here. ${why}`;
};

/** Returns what the key for one rule does with the rule under the cursor. */
export function stepOfOne(state: ConsoleState): Step {
  const inReplay = refusedInReplay(state, 'it has no rules.');
  if (inReplay !== null) return refuse(inReplay);
  const seen = cursorRow(state, 'rules')?.row.rule;
  if (seen === undefined) return refuse('There is no rule.');
  const { name } = seen;
  const rule = ruleOf(state, name);
  if (rule === undefined) return refuse(`${name} is no longer in the config file.`);
  const status = statusOf(state, rule, []);
  const { kind } = status;
  const stored = state.rules.stored.find((one) => one.name === name);
  if (stored === undefined) return refuse(`${name} has not run yet, so there is nothing to hold or release.`);
  if (status.kind === 'refused' && !stored.released)
    return refuse(`${name} is refused, so there is nothing to hold or release. ${status.why}.`);
  if (kind !== 'held' && kind !== 'held-by-operator' && kind !== 'rehearses')
    return { ok: true, value: { hold: [name], why: HELD_ALONE } };
  const why = notHere(state);
  if (kind === 'rehearses')
    return why === null
      ? { ok: true, value: { ask: { kind: 'rules', does: 'release', fids: [name], version: versionOf(seen) } } }
      : { ok: true, value: { hold: [name], why: HELD_ALONE } };
  return why === null
    ? { ok: true, value: { ask: { kind: 'rules', does: 'go-on', fids: [name], version: null } } }
    : refuse(why);
}

/** Returns what the key for all rules does: it holds those that are not held, and without any lets those go on that it held. */
export function stepOfAll(state: ConsoleState): Step {
  const inReplay = refusedInReplay(state, 'it has no rules.');
  if (inReplay !== null) return refuse(inReplay);
  const { stored, rules } = state.rules;
  const own = stored.filter(({ name }) => rules.some((rule) => rule.name === name));
  if (own.length === 0) return refuse(rules.length === 0 ? 'There is no rule.' : 'No rule has run yet.');
  const free = own.filter(({ held }) => held === null);
  if (free.length > 0) return { ok: true, value: { hold: free.map(({ name }) => name), why: HELD_WITH_ALL } };
  const together = own.filter(({ held }) => held === HELD_WITH_ALL);
  if (together.length === 0) return refuse('All rules are already held, for other reasons.');
  const why = notHere(state);
  if (why !== null) return refuse(why);
  const fids = together.map(({ name }) => name);
  return { ok: true, value: { ask: { kind: 'rules', does: 'go-on', fids, version: null } } };
}

/** Returns the question before rules act, by what they are now; or why they can't. */
export function rulesAsked(state: ConsoleState, { does, fids, version }: ArmedRules): Outcome<Asked, string> {
  const [name = ''] = fids;
  const present = fids.flatMap((fid) => ruleOf(state, fid) ?? []);
  const [first] = present;
  if (first === undefined || present.length < fids.length)
    return { ok: false, error: `${name} is no longer in the config file, so nothing was changed.` };
  if (does === 'release') {
    if (versionOf(first) !== version || statusOf(state, first, []).kind !== 'rehearses')
      return { ok: false, error: `${name} has changed since, so nothing was released. Look at it again.` };
    const money = maxCostWords(first);
    const limits = `at most ${first.maxWrites} writes per hour${money === null ? '' : `, ${money}`}`;
    return { ok: true, value: { sentence: `release ${name}: it acts from now on, ${limits}`, rows: fids } };
  }
  const held = fids.filter((fid) => state.rules.stored.some((one) => one.name === fid && one.held !== null));
  if (held.length === 0) return { ok: false, error: `${name} is no longer held.` };
  const what = fids.length === 1 ? name : `${fids.length} rules (${fids.join(', ')})`;
  return { ok: true, value: { sentence: `let ${what} go on`, rows: fids } };
}

/** Holds rules at once, or asks for a second tap before they act. */
export function tapRules(controller: Controller, step: Step, key: string): void {
  const state = controller.store.getState();
  if (!step.ok) {
    update(controller, (now) => showNotice(now, step.error, 'warn'));
    return;
  }
  if ('hold' in step.value) {
    const { hold, why } = step.value;
    holdNow(controller, hold, why);
    return;
  }
  const { ask } = step.value;
  const asked = rulesAsked(state, ask);
  update(controller, (now) =>
    asked.ok ? armedWith(now, { ...asked.value, key, hidden: null, for: ask }) : showNotice(now, asked.error, 'warn'),
  );
}

/** Lets rules act after the second tap, or asks again when the question has changed since. */
export function rulesConfirmed(controller: Controller, about: ArmedRules, agreed: Asked | null, key: string): void {
  const state = controller.store.getState();
  const asked = rulesAsked(state, about);
  if (!asked.ok || agreed === null || !isSameQuestion(agreed, asked.value)) {
    tapRules(controller, { ok: true, value: { ask: about } }, key);
    return;
  }
  const { fids, does, version } = about;
  const [name = ''] = fids;
  if (does === 'release') {
    if (version === null || !kept(controller, (journal) => journal.releaseRule({ name, version }))) return;
    changed(
      controller,
      fids,
      { released: true, memory: null },
      `Released ${name}: it acts from now on. ${spaceHolds(state)}`,
    );
  } else if (kept(controller, (journal) => journal.holdRules(fids, null)))
    changed(controller, fids, { held: null }, `${fids.length === 1 ? `${name} goes` : `${fids.length} rules go`} on.`);
}

const spaceHolds = (state: ConsoleState): string => `${keyNamed(state, 'hold-rule', 'Space')} holds it.`;

function holdNow(controller: Controller, names: readonly string[], why: string): void {
  const state = controller.store.getState();
  if (!kept(controller, (journal) => journal.holdRules(names, why))) return;
  const [name = ''] = names;
  const text =
    why === HELD_WITH_ALL
      ? `Held ${names.length === 1 ? name : `all ${names.length} rules`}: nothing more is sent. ${keyNamed(state, 'hold-all-rules', 'K')} lets ${names.length === 1 ? 'it' : 'them'} go on.`
      : `Held ${name}: nothing more is sent for it. ${keyNamed(state, 'hold-rule', 'Space')} lets it go on.`;
  changed(controller, names, { held: why }, text);
}

type Stored = ConsoleState['rules']['stored'][number];

/** Shows a change of the journal at once, before it is read again. */
function changed(controller: Controller, names: readonly string[], change: Partial<Stored>, text: string): void {
  update(controller, (state) => {
    const stored = state.rules.stored.map((one) => (names.includes(one.name) ? { ...one, ...change } : one));
    return showNotice(rulesKnown(state, { ...state.rules, stored }), text, 'good');
  });
}

/** Changes the journal; a notice says when that was not possible. */
function kept(controller: Controller, act: (journal: NonNullable<Controller['journal']>) => boolean): boolean {
  const { journal } = controller;
  const isKept = journal !== null && act(journal);
  if (!isKept)
    update(controller, (state) =>
      showNotice(state, 'The journal could not be written, so nothing was changed. Try again.', 'bad'),
    );
  return isKept;
}
