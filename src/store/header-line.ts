import type { Money } from '../lib/money.ts';
import type { Sum } from '../lib/sum.ts';
import { cut, fittingSteps, widthOf } from '../lib/width.ts';
import { BUDGET_WARNING, budgetUse } from '../resources/bids/exposure.ts';
import type { Cell } from '../resources/cell.ts';
import type { Glyphs } from '../resources/glyphs.ts';
import { aliasOr } from '../resources/parts/aliases.ts';
import { committedLine, connectionOf, countsOf, exposureLine, preemptingNow } from './header.ts';
import {
  type Badge,
  HEADER_PARTS,
  HEADER_STEPS,
  type HeaderPart,
  type HeaderStep,
  type HeaderText,
  inAllLengths,
  type OwnHeaderPart,
  type Part,
  toned,
} from './header-order.ts';
import { hasSparklines, LEAST_ROOM, sparklinesOf } from './sparklines.ts';
import { type ConnectionState, type ConsoleState, projectsOf } from './state.ts';
import { committedNow, exposureNow } from './totals.ts';

/** `left` is its first column from 0; `command` runs at a click. */
export type PlacedPart = {
  readonly part: string;
  readonly left: number;
  readonly texts: readonly HeaderText[];
  readonly command: string | null;
};

type Length = keyof Part;

type Step = readonly [string, Length];

type NamedPart = Pick<PlacedPart, 'part' | 'command'> & { readonly lengths: Part };

/** Columns between parts. Name and badges follow directly. */
const GAPS: Readonly<Record<Length, number>> = { short: 1, medium: 2, long: 3 };
const WIDEST_GAP_TO_PLACE = 2;

/** Columns before and after the sparklines. */
const SPARKLINE_MARGIN = 3 + 1;

/** The parts in a width, from left to right, and the sparklines at the right end. */
export function headerParts(
  state: ConsoleState,
  width: number,
): { readonly parts: readonly PlacedPart[]; readonly sparklines: readonly Cell[] } {
  const headers = state.features.parts.flatMap(({ header }) => header ?? []);
  const own = headers.flatMap(({ parts = [] }) => parts);
  const commands: Partial<Record<HeaderPart, string>> = Object.assign(
    { preempting: 'next-preempting', place: 'switch' },
    ...headers.map((header) => header.commands),
  );
  const texts = headerTexts(state);
  const parts = HEADER_PARTS.flatMap((part): readonly NamedPart[] => [
    { part, lengths: texts[part], command: commands[part] ?? null },
    ...(part !== 'cost' ? [] : own.map(({ name, command, texts }) => ({ part: name, lengths: texts(state), command }))),
  ]);
  const all = HEADER_STEPS.flatMap((step): readonly Step[] => [step, ...stepsAfter(step, own)]).filter(
    ([name]) => name !== 'sparklines' || hasSparklines(state),
  );
  const place = (steps: readonly Step[]) => placed(parts, new Map(steps));
  const roomOf = (steps: readonly Step[]): number => {
    const length = new Map(steps).get('sparklines');
    return length === undefined ? 0 : SPARKLINE_MARGIN + (length === 'short' ? LEAST_ROOM.alone : LEAST_ROOM.both);
  };
  const steps = fittingSteps(all, width, (taken) => endOf(place(taken)) + roomOf(taken));
  // Connection and badges stay even without room; the line is then cut.
  const taken = steps.length < 2 ? all.slice(0, 2) : steps;
  const shown = place(taken);
  return {
    parts: shown,
    sparklines: roomOf(taken) === 0 ? [] : sparklinesOf(state, width - endOf(shown) - SPARKLINE_MARGIN),
  };
}

/** Steps of features' parts right after one of the header's own. */
const stepsAfter = (step: HeaderStep, own: readonly OwnHeaderPart[]): readonly Step[] =>
  own.flatMap(({ name, steps }) =>
    (['short', 'medium', 'long'] as const).flatMap((length): readonly Step[] =>
      steps[length]?.join(' ') === step.join(' ') ? [[name, length]] : [],
    ),
  );

function placed(parts: readonly NamedPart[], chosen: ReadonlyMap<string, Length>): readonly PlacedPart[] {
  const gap = GAPS[chosen.get('gaps') ?? 'short'];
  let left = 0;
  return parts.flatMap(({ part, lengths, command }) => {
    const length = chosen.get(part);
    const texts = length === undefined ? [] : lengths[length];
    const width = widthOfTexts(texts);
    if (width === 0) return [];
    const before =
      part === 'name' || part === 'badges' ? 0 : part === 'place' ? Math.min(gap, WIDEST_GAP_TO_PLACE) : gap;
    left += before + width;
    return [{ part, left: left - width, texts, command }];
  });
}

const widthOfTexts = (texts: readonly HeaderText[]): number => texts.reduce((sum, { text }) => sum + widthOf(text), 0);

export function endOf(parts: readonly Pick<PlacedPart, 'left' | 'texts'>[]): number {
  const last = parts.at(-1);
  return last === undefined ? 0 : last.left + widthOfTexts(last.texts);
}

const WIDEST = { place: 24, projects: 40 };

export function headerTexts(state: ConsoleState): Readonly<Record<HeaderPart, Part>> {
  const { connected, glyphs } = state;
  const connection = connectionOf(state);
  const place = `${connected.profile} ${glyphs.into} ${projectWords(connected)}`;
  const placeTone = connected.production ? ('bad' as const) : ('plain' as const);
  const briefPlace = cut(place, WIDEST.place, glyphs.cut);
  return {
    name: toned(inAllLengths(' spotdeck'), 'accent'),
    badges: badgesOf(state),
    place: toned({ ...inAllLengths(briefPlace), long: place }, placeTone),
    connection: toned({ short: connection.brief, medium: connection.medium, long: connection.text }, connection.tone),
    preempting: toned(preemptingNow(state), 'bad'),
    counts: toned(countsOf(state), 'plain'),
    cost: toned(exposureLine(state), exposureNow(state).kind === 'known' ? 'strong' : 'warn'),
    committed: toned({ short: '', medium: '', long: committedLine(state) }, 'plain'),
  };
}

/** Badges of the header; they stay however small the screen is. */
function badgesOf(state: ConsoleState): Part {
  const { connected, features, shownInstead } = state;
  const badges: readonly Badge[] = [
    ...features.parts.flatMap(({ header }) => header?.badges?.(state) ?? []),
    ...(connected.demo ? [{ short: 'DEMO', long: 'DEMO', tone: 'warn' as const }] : []),
    ...(connected.production ? [{ short: 'PROD', long: 'PRODUCTION', tone: 'bad' as const }] : []),
    ...hourlyUse(state),
    ...features.parts.flatMap(({ header }) => header?.budgets?.(state) ?? []),
    ...(connected.readOnly && shownInstead === null
      ? [{ short: 'READ-ONLY', long: 'READ-ONLY', tone: 'warn' as const }]
      : []),
  ];
  const long = badges.map(({ long: text, tone }) => ({ text: ` ${text}`, tone }));
  return { short: badges.map(({ short: text, tone }) => ({ text: ` ${text}`, tone })), medium: long, long };
}

/** Budget per hour: shown from the warning level on, or while a cost is unknown. */
function hourlyUse(state: ConsoleState): readonly Badge[] {
  const { connected, glyphs, lists } = state;
  const { budget } = connected;
  if (budget === null || lists.bids.fetchedAt === null || lists.instances.fetchedAt === null) return [];
  return budgetBadge({ short: 'BUDGET', long: 'BUDGET' }, committedNow(state), budget, glyphs);
}

/** None while the budget is kept. */
export function budgetBadge(
  name: Pick<Badge, 'short' | 'long'>,
  cost: Sum<unknown>,
  budget: Money,
  { warn, atLeast }: Pick<Glyphs, 'warn' | 'atLeast'>,
): readonly Badge[] {
  const { percent, standing } = budgetUse(cost, budget);
  if (percent < BUDGET_WARNING && standing === 'within') return [];
  const tone = standing === 'over' ? 'bad' : 'warn';
  const long = `${warn} ${name.long}`;
  if (cost.kind === 'known') return [{ short: `${name.short} ${percent}%`, long: `${long} ${percent} %`, tone }];
  return percent === 0
    ? [{ short: `${name.short} ?`, long: `${long} NOT KNOWN`, tone }]
    : [{ short: `${name.short} ${atLeast}${percent}%`, long: `${long} AT LEAST ${percent} %`, tone }];
}

function projectWords(connected: ConnectionState): string {
  const projects = projectsOf(connected).map((project) => aliasOr(project, connected.aliases));
  const all = projects.join(' + ');
  return projects.length > 1 && widthOf(all) > WIDEST.projects ? `${projects.length} projects` : all;
}
