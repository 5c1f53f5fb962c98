import { amounts, identity, number, objectOf, type Shape, text, time } from '../../../command/json.ts';
import { shellWord } from '../../../command/options.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Money } from '../../../lib/money.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import type { RuleAction } from '../engine/decision.ts';
import type { StoredRule } from '../journal/rules.ts';
import type { Rule } from '../kinds.ts';
import { versionOf } from '../rules-state.ts';
import { type RuleEvent, ruleEventText } from '../runner/rule-event.ts';

/** In the time zone of this machine. */
function timeText(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

export function eventText(event: RuleEvent, at: number): string {
  const subject = 'rule' in event ? `${event.rule}:` : 'autopilot';
  return `${timeText(at)} ${subject} ${ruleEventText(event)}`;
}

type Said = {
  readonly at: number;
  readonly event: string;
  readonly rule: string | null;
  readonly kind: string | null;
  readonly standing: string | null;
  readonly why: string | null;
  readonly outcome: string | null;
  readonly action: RuleAction | null;
  readonly other: string | null;
};

const NOTHING_SAID = { rule: null, kind: null, standing: null, why: null, outcome: null, action: null, other: null };

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

/** The columns of CSV. */
export const autopilotMembers: readonly string[] = Object.keys(saidShape);

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

type RuleStanding = {
  readonly standing: 'acts' | 'rehearses' | 'held' | 'waits' | 'not allowed' | 'removed';
  readonly why: string | null;
};

export const REMOVED: RuleStanding = { standing: 'removed', why: null };

export const standingText = ({ name, kind }: Rule, { standing, why }: RuleStanding): string =>
  `${name}: ${kind}, ${standing}.${why === null ? '' : ` ${why}`}`;

export const standingObject = ({ name, kind }: Rule, { standing, why }: RuleStanding, at: number): object =>
  objectOf(saidShape, { ...NOTHING_SAID, at, event: 'rule', rule: name, kind, standing, why });

type RuleInputs = {
  readonly stored: StoredRule | null;
  readonly barred: string | null;
  readonly problem: string | null;
  readonly isDryRun: boolean;
};

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

/** @throws {CommandFailure} without rules */
export function requireRules(rules: readonly Rule[]): void {
  if (rules.length > 0) return;
  throw new CommandFailure(EXIT.usage, 'The config file has no rules.', 'Add them as [[rules]]: see docs/rules.md.');
}

/** Whether the config file makes the profile read-only: only rules with `allow` act there. */
export const isReadOnlyProfile = ({ readOnlyBy }: Pick<Settings, 'readOnlyBy'>): boolean =>
  readOnlyBy?.kind === 'config';

/** @throws {CommandFailure} when an option or a variable makes all read-only */
export function requireRulesMayAct(
  { readOnly, readOnlyBy }: Pick<Settings, 'readOnly' | 'readOnlyBy'>,
  instead: string,
): void {
  if (!readOnly || readOnlyBy?.kind === 'config') return;
  throw new CommandFailure(EXIT.usage, `Rules can't act with ${readOnlyBy?.name ?? '--read-only'}.`, instead);
}
