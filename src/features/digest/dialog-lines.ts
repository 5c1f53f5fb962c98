import { clockTime } from '../../lib/duration.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import { wrapped } from '../../lib/width.ts';
import type { Tone } from '../../resources/cell.ts';
import { blankLine, type DialogLine, type Segment, textLines } from '../../screen/dialogs/line.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { contextOf } from '../../store/row-context.ts';
import { type ConsoleState, drawnLists } from '../../store/state.ts';
import { bidRecordsOf } from '../money/known-records.ts';
import { digestOf } from './digest.ts';
import { type DigestLine, type DigestRow, digestLines } from './digest-lines.ts';

type DigestState = DialogState<'digest'>;

const linesFor = memoizeLast((state: ConsoleState, parts: DigestState['parts']): readonly DigestLine[] =>
  digestLines(digestOf(parts, bidRecordsOf(state), contextOf(state)), {
    arrow: state.glyphs.arrow,
    now: state.now,
    safe: (text) => text,
  }),
);

/** The rows of a digest that the cursor can stand on. */
export function rowsIn(state: ConsoleState, { parts }: DigestState): readonly DigestRow[] {
  return linesFor(state, parts).flatMap((line) => (line.kind === 'row' ? [line.row] : []));
}

/** A digest as lines: what happened in all, then a line for each row, most important first. */
export function linesOf(state: ConsoleState, own: DigestState, width: number): readonly DialogLine[] {
  const lines = linesFor(state, own.parts);
  const first = lines.findIndex(({ kind }) => kind === 'row');
  const head = first < 0 ? lines : lines.slice(0, first);
  let row = -1;
  return [
    ...head.flatMap((line) => (line.kind === 'sentence' ? textLines(line.text, width, line.tone) : [])),
    ...(bidRecordsOf(state) === null
      ? textLines(`Cost: the journal is being read${state.glyphs.more}`, width, 'dim')
      : []),
    ...staleLines(state, width),
    ...(first < 0 ? [] : [blankLine]),
    ...lines.slice(head.length).flatMap((line): readonly DialogLine[] => {
      if (line.kind === 'sentence') return textLines(line.text, width, line.tone);
      row += 1;
      return rowLines(line, row === own.at, width, state.glyphs.cursor);
    }),
  ];
}

/** Says from when the shown state is when a list can't be read any more. */
function staleLines(state: ConsoleState, width: number): readonly DialogLine[] {
  const { bids, instances } = drawnLists(state);
  const stale = [bids, instances].filter(({ failure }) => failure !== null);
  const times = stale.flatMap(({ fetchedAt }) => fetchedAt ?? []);
  if (times.length === 0) return [];
  return textLines(`Bids or instances can't be read: now means ${clockTime(Math.min(...times))}.`, width, 'warn');
}

/** Blanks before the further lines of a row. */
const INDENT = 4;

function rowLines(
  { row, what, tone }: Extract<DigestLine, { kind: 'row' }>,
  cursor: boolean,
  width: number,
  mark: string,
): readonly DialogLine[] {
  const [title = '', ...more] = wrapped(`${row.name}: ${what}`, Math.max(1, width - INDENT));
  const named = title.startsWith(`${row.name}: `) ? row.name.length : 0;
  const line = (segments: readonly Segment[]): DialogLine => ({ kind: 'text', cursor, segments });
  return [
    line([
      { text: `${cursor ? mark : ' '}${title.slice(0, named)}`, tone: 'strong' as Tone },
      { text: title.slice(named), tone },
    ]),
    ...more.map((text) => line([{ text: `${' '.repeat(INDENT)}${text}`, tone }])),
  ];
}
