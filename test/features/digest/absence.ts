import { digestOf, spendWanted } from '../../../src/features/digest/digest.ts';
import { digestLines } from '../../../src/features/digest/digest-lines.ts';
import { moneyOf, spendOf } from '../../../src/features/money/known-money.ts';
import type { DialogState } from '../../../src/store/dialog-state.ts';
import { topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';

/** The open digest; null when none is. */
export function openDigest(state: ConsoleState): DialogState<'digest'> | null {
  const top = topDialog(state);
  return top?.kind === 'digest' ? top : null;
}

/** The open digest in words, a line each. */
export function wordsOf(state: ConsoleState): readonly string[] {
  const open = openDigest(state);
  if (open === null) return [];
  const money = moneyOf(state);
  const digest = digestOf(open.parts, money && spendOf(money, spendWanted(open.parts)), contextOf(state));
  return digestLines(digest, { arrow: '>', now: state.now, safe: (text) => text }).map((line) =>
    line.kind === 'sentence' ? line.text : `${line.row.name}: ${line.what}`,
  );
}
