import { amounts, identity, number, objectOf, type Shape, text, time } from '../../../command/json.ts';
import { shellWord } from '../../../command/options.ts';
import type { Money } from '../../../lib/money.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import type { RuleAction } from '../engine/decision.ts';
import type { StoredRule } from '../journal/rules.ts';
import type { Rule } from '../kinds.ts';
import { versionOf } from '../rules-state.ts';
import { type RuleEvent, ruleEventText } from '../runner/rule-event.ts';

/** A time as `2026-11-22 20:00:01`, in the time zone of this machine. */
function timeText(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** An event as a line for people. */
export function eventText(event: RuleEvent, at: number): string {
  const subject = 'rule' in event ? `${event.rule}:` : 'autopilot';
  return `${timeText(at)} ${subject} ${ruleEventText(event)}`;
}

/** What `autopilot` prints: an event, or how a rule stands. */
type Said = {
  readonly at: number;
  readonly event: string;
  readonly rule: string | null;
  readonly kind: string | null;
  readonly standing: string | null;
  readonly why: string | null;
  readonly outcome: string | null;
  readonly action: RuleAction | null;
  /** The program that ran the rules before, or runs them. */
  readonly other: string | null;
};

const NOTHING_SAID = { rule: null, kind: null, standing: null, why: null, outcome: null, action: null, other: null };

/** It for programs. The row is the bid that an action is about, else there is none. */
const saidShape: Shape<Said> = {
  at: time(({ at }) => at),
  event: text(({ event }) => event),
  rule: text(({ rule }) => rule),
  kind: text(({ kind }) => kind),
  standing: text(({ standing }) => standing),
  action: text(({ action }) => action?.kind ?? null),
  outcome: text(({ outcome }) => outcome),
  ...identity(({ action }: Said) => ({
    fid: action !== null && 'fid' in action ? action.fid : null,
    name: action?.name ?? null,
  })),
  reason: text(({ action }) => action?.reason ?? null),
  why: text(({ why }) => why),
  ...amounts({
    limit_price: ({ action }: Said) => (action !== null && 'limit' in action ? moneyOf(action.limit) : null),
  }),
  like: text(({ action }) => (action?.kind === 'place' ? action.like : null)),
  instance_type: text(({ action }) => (action?.kind === 'place' ? action.type : null)),
  region: text(({ action }) => (action?.kind === 'place' ? action.region : null)),
  instance_quantity: number(({ action }) => (action?.kind === 'place' ? action.quantity : null)),
  other_program: text(({ other }) => other),
};

const moneyOf = ({ sign, micros }: Pick<Money, 'sign' | 'micros'>): Money => ({ sign, micros, text: '' });

/** The members that a spreadsheet has. */
export const autopilotMembers: readonly string[] = Object.keys(saidShape);

/** An event as an object for programs. */
export function eventObject(event: RuleEvent, at: number): object {
  const said = { ...NOTHING_SAID, at, event: event.kind };
  switch (event.kind) {
    case 'begins':
      return objectOf(saidShape, { ...said, other: event.after });
    case 'waits':
      return objectOf(saidShape, { ...said, other: event.runs });
    default: {
      const { kind: _, ...members } = event;
      return objectOf(saidShape, { ...said, ...members });
    }
  }
}

/** How a rule stands before its first round, and why or what to do; null when nothing is to be done. */
type RuleStanding = {
  readonly standing: 'acts' | 'rehearses' | 'held' | 'waits' | 'not allowed' | 'removed';
  readonly why: string | null;
};

/** A rule that is no longer in the config file. */
export const REMOVED: RuleStanding = { standing: 'removed', why: null };

/** How a rule stands as a line for people. */
export const standingText = ({ name, kind }: Rule, { standing, why }: RuleStanding): string =>
  `${name}: ${kind}, ${standing}.${why === null ? '' : ` ${why}`}`;

/** How a rule stands as an object for programs. */
export const standingObject = ({ name, kind }: Rule, { standing, why }: RuleStanding, at: number): object =>
  objectOf(saidShape, { ...NOTHING_SAID, at, event: 'rule', rule: name, kind, standing, why });

/** What decides how a rule stands: what is kept of it, why it may not act here, and why the journal can't be used; null for nothing. */
type RuleInputs = {
  readonly stored: StoredRule | null;
  readonly barred: string | null;
  readonly problem: string | null;
  readonly isDryRun: boolean;
};

/** How a rule of the config file stands. */
export function standingOf(rule: Rule, { stored, barred, problem, isDryRun }: RuleInputs): RuleStanding {
  const isKnown = stored?.version === versionOf(rule);
  if (barred !== null) return { standing: 'not allowed', why: barred };
  if (isDryRun) return { standing: 'rehearses', why: null };
  if (problem !== null) return { standing: 'waits', why: problem };
  if (stored?.held != null) return { standing: 'held', why: stored.held };
  if (isKnown && stored.released) return { standing: 'acts', why: null };
  const why = `Let it act with: spotdeck autopilot --release ${shellWord(rule.name)}`;
  return { standing: 'rehearses', why };
}

/** Ends a command that needs rules. @throws {CommandFailure} when the config file has none. */
export function requireRules(rules: readonly Rule[]): void {
  if (rules.length > 0) return;
  throw new CommandFailure(EXIT.usage, 'The config file has no rules.', 'Add them as [[rules]]: see docs/rules.md.');
}
