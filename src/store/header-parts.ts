import { spendBudgetsOf } from '../features/money/spend-budgets.ts';
import { rulesOf } from '../features/rules/rules-state.ts';
import { rulesNeedingOperator } from '../features/rules/status.ts';
import { cut, widthOf } from '../lib/width.ts';
import { amountIn, BUDGET_WARNING, budgetUsed, isOverBudget } from '../resources/bids/exposure.ts';
import type { Tone } from '../resources/cell.ts';
import { aliasOr } from '../resources/parts/aliases.ts';
import {
  committedLine,
  connectionOf,
  countsOf,
  exposureLine,
  idleLine,
  type Lengths,
  preemptingNow,
} from './header.ts';
import { projectsOf } from './projects.ts';
import type { Connected, ConsoleState } from './state.ts';
import { committedNow } from './totals.ts';

/** A text of the header with its tone. */
export type HeaderText = { readonly text: string; readonly tone?: Tone };

/** A part of the header in three lengths; one without texts is left out. */
export type Part = Readonly<Record<keyof Lengths, readonly HeaderText[]>>;

/** Parts of the header. */
export type HeaderPart =
  | 'name'
  | 'badges'
  | 'place'
  | 'connection'
  | 'preempting'
  | 'counts'
  | 'cost'
  | 'idle'
  | 'rules'
  | 'committed';

/** Widest place in a narrow header, and widest list of project names, in columns. */
const WIDEST = { place: 24, projects: 40 };

/** Returns the texts of every part of the header. */
export function headerTexts(state: ConsoleState): Readonly<Record<HeaderPart, Part>> {
  const { connected, glyphs } = state;
  const connection = connectionOf(state);
  const place = `${connected.profile} ${glyphs.into} ${projectWords(connected)}`;
  const placeTone = connected.production ? ('bad' as const) : ('plain' as const);
  const briefPlace = cut(place, WIDEST.place, glyphs.cut);
  return {
    name: toned({ short: ' spotdeck', medium: ' spotdeck', long: ' spotdeck' }, 'accent'),
    badges: badgesOf(state),
    place: toned({ short: briefPlace, medium: briefPlace, long: place }, placeTone),
    connection: toned({ short: connection.brief, medium: connection.medium, long: connection.text }, connection.tone),
    preempting: toned(preemptingNow(state), 'bad'),
    counts: toned(countsOf(state), 'plain'),
    cost: toned(exposureLine(state), 'strong'),
    idle: toned(idleLine(state), 'warn'),
    rules: rulesPart(state),
    committed: toned({ short: '', medium: '', long: committedLine(state) }, 'plain'),
  };
}

const toned = ({ short, medium, long }: Lengths, tone: Tone): Part => ({
  short: [{ text: short, tone }],
  medium: [{ text: medium, tone }],
  long: [{ text: long, tone }],
});

/** Returns the rules that wait for the operator; the number of rules when none does and there is much room. */
function rulesPart(state: ConsoleState): Part {
  const { refused, held, rehearse } = rulesNeedingOperator(state);
  const all = rulesOf(state).rules.length;
  const rules = (count: number): string => `${count} ${count === 1 ? 'rule' : 'rules'}`;
  const needing = [
    { count: refused, words: 'refused' },
    { count: held, words: 'held' },
    { count: rehearse, words: rehearse === 1 ? 'rehearses' : 'rehearse' },
  ].filter(({ count }) => count > 0);
  if (needing.length === 0) return toned({ short: '', medium: '', long: all === 0 ? '' : rules(all) }, 'dim');
  const text = needing.map(({ count, words }, n) => `${n === 0 ? rules(count) : count} ${words}`).join(', ');
  return toned({ short: text, medium: text, long: text }, refused > 0 ? 'bad' : held > 0 ? 'warn' : 'accent');
}

/** Returns what protects or marks this console: it never drops, however small the screen. */
function badgesOf(state: ConsoleState): Part {
  const { connected, glyphs, recording, shownInstead } = state;
  const badges = (production: string, budget: readonly HeaderText[]): readonly HeaderText[] => [
    ...(recording ? [{ text: ' REC', tone: 'accent' as const }] : []),
    ...(shownInstead === null ? [] : [{ text: ' REPLAY', tone: 'warn' as const }]),
    ...(connected.demo ? [{ text: ' DEMO', tone: 'warn' as const }] : []),
    ...(connected.production ? [{ text: ` ${production}`, tone: 'bad' as const }] : []),
    ...budget,
    ...(connected.readOnly && shownInstead === null ? [{ text: ' READ-ONLY', tone: 'warn' as const }] : []),
  ];
  const used = budgetUses(state);
  const warnings = (textOf: (use: BudgetUse) => string): readonly HeaderText[] =>
    used.map((use) => ({ text: textOf(use), tone: use.tone }));
  const long = badges(
    'PRODUCTION',
    warnings(({ of, percent }) => ` ${glyphs.warn} ${of === 'HOUR' ? '' : `${of} `}BUDGET ${percent} %`),
  );
  return {
    short: badges(
      'PROD',
      warnings(({ of, percent }) => ` ${of === 'HOUR' ? 'BUDGET' : of} ${percent}%`),
    ),
    medium: long,
    long,
  };
}

/** How much of a budget is used, in percent. */
type BudgetUse = { readonly of: 'HOUR' | 'DAY' | 'MONTH'; readonly percent: number; readonly tone: Tone };

/** Returns the budgets that have reached the warning level: running and open bids use that per hour, costs those per day and per month. */
function budgetUses(state: ConsoleState): readonly BudgetUse[] {
  return [
    ...hourlyUse(state),
    ...spendBudgetsOf(state)
      .filter(({ level }) => level !== 'fine')
      .map(({ time, percent, level }): BudgetUse => {
        return { of: time === 'day' ? 'DAY' : 'MONTH', percent, tone: level === 'over' ? 'bad' : 'warn' };
      }),
  ];
}

function hourlyUse(state: ConsoleState): readonly BudgetUse[] {
  const { budget } = state.connected;
  if (budget === null) return [];
  const committed = amountIn(committedNow(state), budget.sign);
  const percent = budgetUsed(committed, budget) ?? 0;
  if (percent < BUDGET_WARNING) return [];
  return [{ of: 'HOUR', percent, tone: isOverBudget(committed, budget) ? 'bad' : 'warn' }];
}

/** Returns the names of the shown projects, or their number when the names are too long. */
function projectWords(connected: Connected): string {
  const projects = projectsOf(connected).map((project) => aliasOr(project, connected.aliases));
  const all = projects.join(' + ');
  return projects.length > 1 && widthOf(all) > WIDEST.projects ? `${projects.length} projects` : all;
}
