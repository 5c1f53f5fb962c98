import { digestOf, spendWanted } from '../../../src/features/digest/digest.ts';
import { digestLines } from '../../../src/features/digest/digest-lines.ts';
import { type Summary, summaryOf } from '../../../src/features/digest/summary.ts';
import { moneyOf, spendOf } from '../../../src/features/money/known-money.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';

/** What the open page of what happened is about; null while it is not open. */
export const openSummary = (state: ConsoleState): Summary | null => summaryOf(state);

/** What happened in words, a line each, as `spotdeck digest` prints what the page is about. */
export function wordsOf(state: ConsoleState): readonly string[] {
  const parts = summaryOf(state)?.parts ?? null;
  if (parts === null) return [];
  const money = moneyOf(state);
  const digest = digestOf(parts, money && spendOf(money, spendWanted(parts)), contextOf(state));
  return digestLines(digest, { arrow: '>', now: state.now, safe: (text) => text }).map((line) =>
    line.kind === 'sentence' ? line.text : `${line.name}: ${line.what}`,
  );
}
