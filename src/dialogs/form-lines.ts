import { cut, toWidth, widthOf, wrapped } from '../lib/width.ts';
import type { Tone } from '../resources/cell.ts';
import { type Field, pickedOf, textOf } from '../resources/form.ts';
import type { Glyphs } from '../resources/parts/glyphs.ts';
import type { FormState } from '../state/dialogs/dialog-state.ts';
import { fieldIn, suggestionsFor } from '../state/dialogs/form-state.ts';
import { contextOf } from '../state/row-context.ts';
import type { ConsoleState } from '../state/state.ts';
import { blankLine, type DialogLine, type Segment, textLines, withInView } from './line.ts';

/** Largest number of suggestions in a line. */
const OFFERED = 8;

/** Returns the fields of a form, their errors, and the lines derived from their values. */
export function fieldsLines(state: ConsoleState, open: FormState, width: number): readonly DialogLine[] {
  const { mark } = state.glyphs.required;
  const widest = Math.max(
    ...open.form.fields.map(({ label, required }) => widthOf(label) + (required === true ? widthOf(mark) : 0)),
  );
  const label = Math.min(Math.max(16, widest + 1), Math.floor(width / 3));
  const fields = open.form.fields.map((field) => fieldLines(state, open, field, label, width));
  const at = fields.slice(0, open.form.fields.indexOf(fieldIn(open))).flat().length;
  const remarks = open.form.remarks(open.values, contextOf(state));
  const lines = [
    ...fields.flat(),
    ...(remarks.length > 0 ? [blankLine] : []),
    ...remarks.flatMap(({ text, tone }) => textLines(text, width, tone)),
    ...(open.refusal === null ? [] : [blankLine, ...textLines(open.refusal, width, 'bad')]),
  ];
  return withInView(lines, at + 1);
}

function fieldLines(
  state: ConsoleState,
  open: FormState,
  field: Field,
  label: number,
  room: number,
): readonly DialogLine[] {
  const focused = fieldIn(open) === field;
  const { glyphs } = state;
  const name: Segment = {
    text: `${labelled(field, label - 1, glyphs)} `,
    tone: focused ? 'accent' : 'dim',
  };
  const lead: Segment = { text: focused ? `${glyphs.into} ` : '  ', tone: 'accent' };
  const error = open.errors[field.id];
  const below = ' '.repeat(label + 2);
  const under = (text: string, tone: Tone): DialogLine => ({
    kind: 'text',
    segments: [{ text: below }, { text, tone }],
  });
  const more = [
    ...(error === undefined
      ? []
      : wrapped(`${glyphs.bad} ${error}`, room - label - 2).map((line) => under(line, 'bad'))),
    ...(focused ? offers(state, open, below, room) : []),
    ...(focused ? wrapped(field.help, room - label - 2).map((line) => under(line, 'dim')) : []),
  ];
  if (field.kind === 'several') {
    const picked = pickedOf(open.values, field.id).map((fid) => labelOf(state, open, field, fid));
    const shown: Segment = picked.length === 0 ? { text: 'none', tone: 'dim' } : { text: picked.join(', ') };
    const query = focused && open.editor.before + open.editor.after !== '';
    return [
      { kind: 'text', segments: [lead, name, shown] },
      ...(focused
        ? [
            {
              kind: 'field' as const,
              label: [{ text: `${below}${query ? 'find ' : 'type to find '}`, tone: 'dim' as const }],
              editor: open.editor,
            },
          ]
        : []),
      ...more,
    ];
  }
  const mask = field.kind === 'hidden';
  if (focused)
    return [{ kind: 'field', label: [lead, name], editor: open.editor, mask }, ...linesCount(open, below), ...more];
  const value = textOf(open.values, field.id);
  const text = mask ? '*'.repeat(value.length) : value;
  const [first = ''] = text.split('\n');
  const count = text === '' ? 0 : text.split('\n').length;
  return [
    {
      kind: 'text',
      segments: [
        lead,
        name,
        { text: first },
        ...(count > 1 ? [{ text: `  ${glyphs.more} ${count} lines`, tone: 'dim' as const }] : []),
      ],
    },
    ...more,
  ];
}

/** Returns the label of a field with the mark of a required one, which is never cut. */
function labelled({ label, required }: Field, width: number, { cut: cutMark, required: { mark } }: Glyphs): string {
  const end = required === true ? mark : '';
  return toWidth(`${cut(label, width - widthOf(end), cutMark)}${end}`, width, 'left', cutMark);
}

function linesCount(open: FormState, below: string): readonly DialogLine[] {
  const all = (open.editor.before + open.editor.after).split('\n').length;
  const here = open.editor.before.split('\n').length;
  return all === 1 ? [] : [{ kind: 'text', segments: [{ text: `${below}line ${here} of ${all}`, tone: 'dim' }] }];
}

/**
 * Returns the suggestions of the focused field, scrolled so that the highlighted one is visible. Free text is always
 * allowed; the operator takes a suggestion only by choosing it.
 */
function offers(state: ConsoleState, open: FormState, below: string, room: number): readonly DialogLine[] {
  const field = fieldIn(open);
  const all = suggestionsFor(open, contextOf(state));
  if (all.length === 0) return [];
  const picked = pickedOf(open.values, field.id);
  const texts = all.map(({ value, label, note }, n) => {
    const box = field.kind === 'several' ? (picked.includes(value) ? '[x] ' : '[ ] ') : '';
    const text = `${box}${label}${note === undefined || note === '' ? '' : ` ${note}`}`;
    return `${n === open.choice ? state.glyphs.into : ' '}${text}`;
  });
  const first = firstOffered(
    texts.map((text) => widthOf(text) + 2),
    Math.max(0, open.choice),
    room - widthOf(below) + 2,
  );
  const segments = texts
    .slice(first, first + OFFERED)
    .flatMap((text, n): readonly Segment[] => [
      { text: n === 0 ? '' : '  ' },
      { text, tone: first + n === open.choice ? 'accent' : 'dim' },
    ]);
  return [{ kind: 'text', segments: [{ text: below }, ...segments] }];
}

/** Returns the index of the first suggestion shown, so that the highlighted one fits. */
function firstOffered(widths: readonly number[], choice: number, room: number): number {
  let first = choice;
  let used = widths[choice] ?? 0;
  while (first > 0 && choice - first + 1 < OFFERED && used + (widths[first - 1] ?? 0) <= room) {
    first -= 1;
    used += widths[first] ?? 0;
  }
  return first;
}

function labelOf(state: ConsoleState, open: FormState, field: Field, value: string): string {
  return (
    field.suggest?.(open.values, contextOf(state)).find((suggestion) => suggestion.value === value)?.label ?? value
  );
}
