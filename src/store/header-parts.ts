import { cut, widthOf } from '../lib/width.ts';
import { amountIn, BUDGET_WARNING, budgetUsed, isOverBudget } from '../resources/bids/exposure.ts';
import type { Tone } from '../resources/cell.ts';
import { aliasOr } from '../resources/parts/aliases.ts';
import { committedLine, connectionOf, countsOf, exposureLine, preemptingNow } from './header.ts';
import { type Badge, type HeaderPart, type Part, toned } from './header-order.ts';
import { projectsOf } from './projects.ts';
import type { Connected, ConsoleState } from './state.ts';
import { committedNow } from './totals.ts';

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
    committed: toned({ short: '', medium: '', long: committedLine(state) }, 'plain'),
  };
}

/** Returns what protects or marks this console: it never drops, however small the screen. */
function badgesOf(state: ConsoleState): Part {
  const { connected, features, glyphs, shownInstead } = state;
  const budget = hourlyUse(state);
  const badges: readonly Badge[] = [
    ...features.parts.flatMap(({ header }) => header?.badges?.(state) ?? []),
    ...(connected.demo ? [{ short: 'DEMO', long: 'DEMO', tone: 'warn' as const }] : []),
    ...(connected.production ? [{ short: 'PROD', long: 'PRODUCTION', tone: 'bad' as const }] : []),
    ...(budget === null
      ? []
      : [{ ...budget, short: `BUDGET ${budget.percent}%`, long: `${glyphs.warn} BUDGET ${budget.percent} %` }]),
    ...features.parts.flatMap(({ header }) => header?.budgets?.(state) ?? []),
    ...(connected.readOnly && shownInstead === null
      ? [{ short: 'READ-ONLY', long: 'READ-ONLY', tone: 'warn' as const }]
      : []),
  ];
  const long = badges.map(({ long: text, tone }) => ({ text: ` ${text}`, tone }));
  return { short: badges.map(({ short: text, tone }) => ({ text: ` ${text}`, tone })), medium: long, long };
}

/** Returns how much of the budget per hour running and open bids use, in percent, once that has reached the warning level. */
function hourlyUse(state: ConsoleState): { readonly percent: number; readonly tone: Tone } | null {
  const { budget } = state.connected;
  if (budget === null) return null;
  const committed = amountIn(committedNow(state), budget.sign);
  const percent = budgetUsed(committed, budget) ?? 0;
  if (percent < BUDGET_WARNING) return null;
  return { percent, tone: isOverBudget(committed, budget) ? 'bad' : 'warn' };
}

/** Returns the names of the shown projects, or their number when the names are too long. */
function projectWords(connected: Connected): string {
  const projects = projectsOf(connected).map((project) => aliasOr(project, connected.aliases));
  const all = projects.join(' + ');
  return projects.length > 1 && widthOf(all) > WIDEST.projects ? `${projects.length} projects` : all;
}
