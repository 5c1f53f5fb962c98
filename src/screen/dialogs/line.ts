import { shortDuration } from '../../lib/duration.ts';
import type { TextBuffer } from '../../lib/text-buffer.ts';
import { toWidth, widthOf, wrapped } from '../../lib/width.ts';
import type { Tone } from '../../resources/cell.ts';
import type { DetailRow } from '../../store/panes/row-detail.ts';
import { pageTabTexts } from '../../store/panes/tabs.ts';
import type { Effect } from '../../store/question.ts';
import { ageOf } from '../../store/questions/age.ts';
import type { ConsoleState } from '../../store/state.ts';

export type Segment = {
  readonly text: string;
  readonly tone?: Tone;
  readonly changed?: boolean;
  /** A filter matches it. */
  readonly found?: boolean;
};

/** Column of the text, counted from 0. */
export type LineClick = { readonly column: number };

/** `inView`: stays visible when not all lines fit. `click`: the id of a binding, or a change of the state. */
export type DialogLine = {
  readonly inView?: boolean;
  readonly click?: string | ((state: ConsoleState, click: LineClick) => ConsoleState);
} & (
  | { readonly kind: 'text'; readonly segments: readonly Segment[]; readonly cursor?: boolean }
  | {
      readonly kind: 'field';
      readonly label: readonly Segment[];
      readonly editor: TextBuffer;
      readonly mask?: boolean;
      /** At the end of the line. */
      readonly after?: readonly Segment[];
    }
);

export const textLine = (text: string, tone: Tone = 'plain'): DialogLine => ({
  kind: 'text',
  segments: [{ text, tone }],
});

/** A click on it presses its key. */
export type FootPiece = Segment & { readonly key: string | null };
export type FootLine = readonly FootPiece[];

/** A text as lines of at most `width` cells. */
export const textLines = (text: string, width: number, tone?: Tone): readonly DialogLine[] =>
  wrapped(text, width).map((line) => textLine(line, tone));

/** A line for work under way, with the seconds since its start. */
export function busyLines(
  { glyphs, now }: Pick<ConsoleState, 'glyphs' | 'now'>,
  doing: string,
  since: number,
  width: number,
): readonly DialogLine[] {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return textLines(`${glyphs.busy} ${doing}${glyphs.more}${seconds === 0 ? '' : ` ${seconds} s`}`, width, 'busy');
}

export const blankLine: DialogLine = { kind: 'text', segments: [] };

export const fieldLine = (label: string, editor: TextBuffer): DialogLine => ({
  kind: 'field',
  label: [{ text: label, tone: 'accent' }],
  editor,
});

/** Marks a line, or else the last one, to stay visible. */
export const withInView = (lines: readonly DialogLine[], at: number): readonly DialogLine[] =>
  lines.map((line, n) => (n === Math.min(at, lines.length - 1) ? { ...line, inView: true } : line));

/** A dot until a key can answer, then an arrow. */
export function questionSign({ answerable, glyphs }: ConsoleState, question: object | null): string {
  return answerable !== null && answerable === question ? glyphs.into : glyphs.dot;
}

/** In cells. */
export function widthOfAll(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** Lays items out on as many lines as they need. */
export function inLines(items: readonly FootLine[], width: number): readonly FootLine[] {
  const lines: FootLine[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last === undefined || widthOfAll(last) + widthOfAll(item) > width) lines.push(item);
    else lines[lines.length - 1] = [...last, ...item];
  }
  return lines;
}

/** Columns of both sides with their blanks. */
export const FRAME_SIDES = 4;

/** Cuts or fills segments to exactly `width` cells. */
export function fitAll(segments: readonly Segment[], width: number, mark: string): readonly Segment[] {
  const fitted: Segment[] = [];
  let room = width;
  for (const segment of segments) {
    if (room <= 0) break;
    const wide = widthOf(segment.text);
    fitted.push(wide <= room ? segment : { ...segment, text: toWidth(segment.text, room, 'left', mark) });
    room -= Math.min(wide, room);
  }
  return room > 0 ? [...fitted, { text: ' '.repeat(room) }] : fitted;
}

export const tabLine = (titles: readonly string[], at: number): DialogLine => ({
  kind: 'text',
  segments: pageTabTexts(titles, at).map(({ text, isShown }) => ({ text, tone: isShown ? 'accent' : 'dim' })),
});

const labelWidth = (width: number): number => Math.min(18, Math.floor(width / 3));

export const fieldLabel = (label: string, width: number): Segment & { readonly tone: 'dim' } => ({
  text: `  ${label.slice(0, labelWidth(width) - 1).padEnd(labelWidth(width))}`,
  tone: 'dim',
});

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

/** Marks a line that has changed since the question was asked. */
export const CHANGED = '(changed)';

/** Empty while the rows are current. */
export function ageText(state: ConsoleState, effect: Effect): string {
  const age = ageOf(state, effect);
  return age === null ? '' : `as of ${shortDuration(age)} ago`;
}

export function ageLine(state: ConsoleState, effect: Effect, width: number): readonly DialogLine[] {
  const age = ageText(state, effect);
  const isFailing = effect.reads.some((name) => state.lists[name].failure !== null);
  const why = isFailing ? 'the lists could not be refreshed since' : 'not all of its rows were read again since';
  return age === '' ? [] : textLines(`This is ${age}: ${why}.`, width, 'warn');
}

/** No terminal says whether it took a copied text. */
export const sentToClipboard = (what = '', how = ''): string =>
  `Sent${what === '' ? '' : ` ${what}`} to the clipboard${how}; the terminal decides whether it takes it.`;
