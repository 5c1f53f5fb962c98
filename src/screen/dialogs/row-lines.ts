import { wrapped } from '../../lib/width.ts';
import type { DetailRow } from '../../store/panes/row-detail.ts';
import { blankLine, type DialogLine, type Segment } from './line.ts';

const labelWidth = (width: number): number => Math.min(18, Math.floor(width / 3));

/** The label of a field, in the width that all labels have. */
export const fieldLabel = (label: string, width: number): Segment & { readonly tone: 'dim' } => ({
  text: `  ${label.slice(0, labelWidth(width) - 1).padEnd(labelWidth(width))}`,
  tone: 'dim',
});

/** One row of the fields as lines, a title with a blank line before it. */
export function linesOfRow(row: DetailRow, first: boolean, cursor: boolean, width: number): readonly DialogLine[] {
  switch (row.kind) {
    case 'title':
      return [...(first ? [] : [blankLine]), { kind: 'text', segments: [{ text: row.text, tone: 'strong' }], cursor }];
    case 'json':
      return wrapped(row.text, width).map((text): DialogLine => ({ kind: 'text', segments: [{ text }], cursor }));
    case 'field':
      return wrapped(row.text, width - labelWidth(width) - 2).map(
        (text, part): DialogLine => ({
          kind: 'text',
          cursor,
          segments: [fieldLabel(part === 0 ? row.label : '', width), { text, tone: row.tone ?? 'plain' }],
        }),
      );
  }
}
