import { wrapped } from '../lib/width.ts';
import type { DetailRow } from '../state/panes/row-detail.ts';
import { blankLine, type DialogLine } from './line.ts';

/** Returns one row of the detail as lines, a title with a blank line before it. */
export function linesOfRow(row: DetailRow, first: boolean, cursor: boolean, width: number): readonly DialogLine[] {
  const label = Math.min(18, Math.floor(width / 3));
  switch (row.kind) {
    case 'title':
      return [...(first ? [] : [blankLine]), { kind: 'text', segments: [{ text: row.text, tone: 'strong' }], cursor }];
    case 'json':
      return wrapped(row.text, width).map((text): DialogLine => ({ kind: 'text', segments: [{ text }], cursor }));
    case 'field':
      return wrapped(row.text, width - label - 2).map(
        (text, part): DialogLine => ({
          kind: 'text',
          cursor,
          segments: [
            {
              text: `  ${part === 0 ? row.label.slice(0, label - 1).padEnd(label) : ' '.repeat(label)}`,
              tone: 'dim',
            },
            { text, tone: row.tone ?? 'plain' },
          ],
        }),
      );
  }
}
