import { clockTime, MINUTE_MS, shortDuration } from '../../lib/duration.ts';
import { keepLast } from '../../lib/memoize.ts';
import { cut, wrapped } from '../../lib/width.ts';
import type { Tone } from '../../resources/cell.ts';
import { contextOf } from '../../store/row-context.ts';
import { type ConsoleState, drawnLists } from '../../store/state.ts';
import { moneyOf, spendOf } from '../money/known-money.ts';
import type { Spend } from '../money/spend.ts';
import type { DigestPart } from './changes.ts';
import { digestOf, spendWanted } from './digest.ts';
import { type SummaryLine, summaryLines } from './digest-lines.ts';

export type Summary = {
  readonly parts: readonly DigestPart[] | null;
  readonly away: boolean;
  readonly spend?: Spend;
};

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly summary?: Summary;
  }
}

export const summaryOf = ({ page, summary }: Pick<ConsoleState, 'page' | 'summary'>): Summary | null =>
  page === 'activity' ? (summary ?? null) : null;

export function summaryTitle({ now }: ConsoleState, { parts, away }: Summary): string {
  const times = parts?.map(({ time }) => time.from) ?? [];
  if (times.length === 0) return 'What happened';
  const since = shortDuration(now - Math.min(now, ...times));
  return away ? `While you were away: the last ${since}` : `What happened in the last ${since}`;
}

type Line = { readonly text: string; readonly tone: Tone };

const INDENT = 2;

const kept = keepLast<readonly Line[]>();

export function linesOfSummary(state: ConsoleState, width: number): readonly Line[] {
  const summary = summaryOf(state);
  if (summary === null) return [];
  const { bids, instances, apiKeys } = drawnLists(state);
  const { knownPasts, glyphs, connected, now, shownInstead, extras } = state;
  const minute = Math.floor(now / MINUTE_MS);
  const money = moneyOf(state);
  return kept(
    [
      summary,
      bids,
      instances,
      apiKeys,
      knownPasts,
      money,
      extras?.bidHistories,
      glyphs,
      connected,
      shownInstead,
      minute,
      width,
    ],
    () =>
      sentencesOf(state, summary).flatMap(({ kind, text, tone }) =>
        kind === 'out'
          ? [{ text: `${' '.repeat(INDENT)}${cut(text, width - INDENT, glyphs.cut)}`, tone }]
          : wrapped(text, width).map((line) => ({ text: line, tone })),
      ),
  );
}

function sentencesOf(state: ConsoleState, { parts, spend }: Summary): readonly SummaryLine[] {
  const { glyphs, now, connected } = state;
  const said = (text: string, tone: Tone): SummaryLine => ({ kind: 'sentence', text, tone });
  if (parts === null) return [said(`${glyphs.busy} Reading the journal${glyphs.more}`, 'busy')];
  const money = moneyOf(state);
  const cost = spend ?? (money && spendOf(money, spendWanted(parts)));
  const digest = digestOf(parts, cost, contextOf(state));
  return [
    ...staleLines(state).map((text) => said(text, 'warn')),
    ...(cost === null ? [said(`Cost: the journal is being read${glyphs.more}`, 'dim')] : []),
    ...summaryLines(digest, { arrow: glyphs.arrow, now, safe: (text) => text }, connected.aliases),
  ];
}

/** A warning when a list can't be read any more. */
function staleLines(state: ConsoleState): readonly string[] {
  const { bids, instances } = drawnLists(state);
  const times = [bids, instances].flatMap(({ failure, fetchedAt }) => (failure === null ? [] : (fetchedAt ?? [])));
  return times.length === 0 ? [] : [`Bids or instances can't be read: now means ${clockTime(Math.min(...times))}.`];
}
