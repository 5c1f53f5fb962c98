import { cut, toWidth, widthOf, wrapped } from '../../lib/width.ts';
import type { Tone } from '../../resources/cell.ts';
import { type Field, pickedOf, type Suggestion, textOf } from '../../resources/form.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import type { Controller, Transition } from '../../store/controller.ts';
import type { DialogState, FormState, FormStep } from '../../store/dialog-state.ts';
import { dialogChanged } from '../../store/dialogs/dialog-stack.ts';
import {
  choiceIndex,
  fieldFocused,
  fieldIn,
  fieldsFollowed,
  formTyped,
  isFollowed,
  suggestionsFor,
  valueClicked,
} from '../../store/dialogs/form-state.ts';
import { contextOf, liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Dialog, MOST_TYPED, oneLine, type Room } from './dialog.ts';
import {
  connectingBindings,
  fieldBindings,
  leavingBindings,
  reviewBindings,
  sendingBindings,
} from './form-bindings.ts';
import { reviewLines } from './form-review.ts';
import { blankLine, busyLines, type DialogLine, questionSign, type Segment, textLines, withInView } from './line.ts';

function linesOf(state: ConsoleState, own: DialogState<'form'>, room: Room): readonly DialogLine[] {
  switch (own.step.kind) {
    case 'review':
    case 'sending':
      return reviewLines(state, own, own.step, room);
    case 'connecting':
      return connectingLines(state, own.step, room.width);
    case 'leaving':
      return [
        ...textLines('The input in this form will be lost.', room.width, 'warn'),
        ...textLines(`${questionSign(state, own.step)} y close, Esc back`, room.width),
      ];
    case 'fields':
      return fieldsLines(state, own, room);
  }
}

function connectingLines(
  state: ConsoleState,
  { doing, since }: Extract<FormStep, { kind: 'connecting' }>,
  width: number,
): readonly DialogLine[] {
  return [
    ...busyLines(state, doing, since, width),
    ...textLines('Nothing is saved yet. Esc goes back to the form.', width, 'dim'),
  ];
}

/** The fields, then the review of the writes. */
export const createForm = (answer: (controller: Controller) => void): Dialog<'form'> => ({
  kind: 'form',
  title: (_, own) =>
    own.step.kind === 'review' || own.step.kind === 'sending' ? `${own.form.title}: review` : own.form.title,
  lines: linesOf,
  // With a list, so fields keep their rows while lists come and go.
  box: ({ form, step }) => ({
    placedFor: form.fields.length + LISTED.most + 1,
    ...(step.kind === 'leaving' ? { tone: 'warn' } : {}),
  }),
  legend: ({ glyphs }, { form, step }) =>
    step.kind === 'fields' && form.fields.some(({ required }) => required === true) ? glyphs.required.legend : '',
  textField: {
    text: (own) => {
      const { step } = own;
      if (step.kind === 'fields')
        return fieldIn(own).kind === 'block'
          ? { editor: own.editor, lines: 'several', most: MOST_TYPED.text }
          : { editor: own.editor, lines: 'one', most: MOST_TYPED.value };
      return step.kind === 'review' && step.question.effect.answer.by === 'typed' ? oneLine(step) : null;
    },
    typed: (own, editor, state) =>
      own.step.kind === 'review'
        ? { ...own, step: { ...own.step, editor, wrong: null } }
        : fieldsFollowed(own, formTyped(own, editor), liveContextOf(state)),
  },
  question: ({ step }) => (step.kind === 'review' ? step.question : step.kind === 'leaving' ? step : null),
  awaitsAnswer: ({ step }) => step.kind === 'sending' || step.kind === 'connecting',
  unsaved: ({ dirty }) => (dirty ? 'The form has unsaved input.' : null),
  helpTitle: 'Forms',
  bindings: fieldBindings,
  steps: [
    {
      when: ({ step }) => step.kind === 'review',
      helpTitle: 'Review before sending',
      bindings: reviewBindings(answer),
    },
    { when: ({ step }) => step.kind === 'sending', helpTitle: 'While sending', bindings: sendingBindings },
    { when: ({ step }) => step.kind === 'connecting', helpTitle: 'While connecting', bindings: connectingBindings },
    { when: ({ step }) => step.kind === 'leaving', helpTitle: 'Closing a form', bindings: leavingBindings },
  ],
});

/** From this width on, the lines below a field are indented to its value. */
const WIDE_FROM = 50;

/** Width of the labels. */
const LABEL = 16;

export function fieldsLines(state: ConsoleState, open: FormState, room: Room): readonly DialogLine[] {
  const place = placeIn(state, open, room);
  const at = open.form.fields.indexOf(fieldIn(open));
  const fields = open.form.fields.map((field, n) =>
    [
      ...headLines(state, open, field, place),
      ...adviceLines(state, open, field, { ...place, height: room.height }),
      ...errorLines(state, open, field, place),
    ].map((line): DialogLine => (n === at ? line : { ...line, click: clickedField(n) })),
  );
  // A form is sent for the rows as they are now, also while the screen is frozen.
  const remarks = open.form.remarks(open.values, liveContextOf(state));
  const below = [
    ...(remarks.length > 0 ? [blankLine] : []),
    ...remarks.flatMap(({ text, tone }) => textLines(text, room.width, tone)),
    ...(open.refusal === null ? [] : [blankLine, ...textLines(open.refusal, room.width, 'bad')]),
  ];
  const before = fields.slice(0, at).flat();
  const focused = fields[at] ?? [];
  const after = fields.slice(at + 1).flat();
  const list = suggestionLines(state, open, {
    ...place,
    rows: room.height - focused.length,
    rowsLeft: room.height - before.length - focused.length - after.length - below.length,
  });
  const block = [...focused, ...list];
  return withInView([...before, ...block, ...after, ...below], before.length + Math.floor(block.length / 2));
}

const clickedField =
  (index: number): Transition =>
  (state) =>
    dialogChanged(state, 'form', (form) => (form.step.kind === 'fields' ? fieldFocused(form, index) : form));

/** Columns, in cells. */
type Place = { readonly label: number; readonly indent: number; readonly width: number };

function placeIn({ glyphs }: ConsoleState, { form }: FormState, { width }: Room): Place {
  const widest = Math.max(...form.fields.map((field) => widthOf(field.label) + widthOf(markOf(field, glyphs))));
  const label = Math.min(Math.max(LABEL, widest + 1), Math.floor((width * 2) / 5));
  return { label, indent: width < WIDE_FROM ? 2 : label + 2, width };
}

function headLines(
  state: ConsoleState,
  open: FormState,
  field: Field,
  { label, indent, width }: Place,
): readonly DialogLine[] {
  const focused = fieldIn(open) === field;
  const { glyphs } = state;
  const name: Segment = { text: `${labelled(field, label - 1, glyphs)} `, tone: focused ? 'accent' : 'dim' };
  const lead: Segment = { text: focused ? `${glyphs.into} ` : '  ', tone: 'accent' };
  const below = ' '.repeat(indent);
  if (field.kind === 'several') {
    const picked = pickedOf(open.values, field.id).map((fid) => labelOf(state, open, field, fid));
    const shown: Segment = picked.length === 0 ? { text: 'none', tone: 'dim' } : { text: picked.join(', ') };
    const head: DialogLine = { kind: 'text', segments: [lead, name, shown] };
    if (!focused) return [head];
    const query = open.editor.before + open.editor.after !== '';
    const prompt: Segment = { text: `${below}${query ? 'find ' : 'type to find '}`, tone: 'dim' };
    return [head, { kind: 'field', label: [prompt], editor: open.editor }];
  }
  const mask = field.kind === 'hidden';
  const from = width < WIDE_FROM ? [] : sourceOf(open, field);
  if (focused)
    return [{ kind: 'field', label: [lead, name], editor: open.editor, mask, after: from }, ...linesCount(open, below)];
  const value = textOf(open.values, field.id);
  const [first = '', ...rest] = mask ? ['*'.repeat(value.length)] : value.split('\n');
  const more: readonly Segment[] =
    rest.length === 0 ? [] : [{ text: `  ${glyphs.more} ${rest.length + 1} lines`, tone: 'dim' }];
  return [{ kind: 'text', segments: [lead, name, { text: first }, ...more, ...from] }];
}

function sourceOf(open: FormState, field: Field): readonly Segment[] {
  return field.follows !== undefined && isFollowed(open, field)
    ? [{ text: `  ${field.follows.from}`, tone: 'dim' }]
    : [];
}

function errorLines({ glyphs }: ConsoleState, open: FormState, field: Field, place: Place): readonly DialogLine[] {
  const error = open.errors[field.id];
  if (error === undefined) return [];
  return wrapped(`${glyphs.bad} ${error}`, place.width - place.indent).map((line) => underField(line, 'bad', place));
}

const underField = (text: string, tone: Tone, { indent }: Place): DialogLine => ({
  kind: 'text',
  segments: [{ text: ' '.repeat(indent) }, { text, tone }],
});

const markOf = ({ required }: Field, glyphs: Glyphs): string => (required === true ? glyphs.required.mark : '');

/** The mark of a required field is never cut. */
function labelled(field: Field, width: number, glyphs: Glyphs): string {
  const mark = markOf(field, glyphs);
  return toWidth(`${cut(field.label, width - widthOf(mark), glyphs.cut)}${mark}`, width, 'left', glyphs.cut);
}

function linesCount(open: FormState, below: string): readonly DialogLine[] {
  const all = (open.editor.before + open.editor.after).split('\n').length;
  const here = open.editor.before.split('\n').length;
  return all === 1 ? [] : [{ kind: 'text', segments: [{ text: `${below}line ${here} of ${all}`, tone: 'dim' }] }];
}

function labelOf(state: ConsoleState, open: FormState, field: Field, value: string): string {
  return (
    field.suggest?.(open.values, contextOf(state)).find((suggestion) => suggestion.value === value)?.label ?? value
  );
}

/** `least` are shown even if other fields scroll away. */
const LISTED = { most: 8, least: 3 };

/** All rows of the form, and the rows left by its other lines. */
type ListRoom = {
  readonly width: number;
  readonly indent: number;
  readonly rows: number;
  readonly rowsLeft: number;
};

function suggestionLines(state: ConsoleState, open: FormState, room: ListRoom): readonly DialogLine[] {
  const all = suggestionsFor(open, contextOf(state));
  const width = room.width - room.indent;
  const field = fieldIn(open);
  const help = field.helpNow?.(liveContextOf(state)) ?? field.help;
  const least = Math.min(all.length, LISTED.least);
  const most = Math.min(all.length, LISTED.most, room.rowsLeft - wrapped(help, width).length);
  const shown = Math.max(0, Math.min(Math.max(least, most), room.rows));
  const helpRows = Math.min(Math.max(1, room.rowsLeft - shown), room.rows - shown);
  const at = choiceIndex(open, all);
  const top = Math.max(0, Math.min(at - Math.floor(shown / 2), all.length - shown));
  const position = shown === all.length ? '' : at < 0 ? `${all.length} suggestions  ` : `${at + 1} of ${all.length}  `;
  return [
    ...listLines(state, open, all.slice(top, top + shown), room),
    ...helpLines(position, help, width, helpRows, state.glyphs).map(
      (segments): DialogLine => ({ kind: 'text', segments: [{ text: ' '.repeat(room.indent) }, ...segments] }),
    ),
  ];
}

function helpLines(
  position: string,
  help: string,
  width: number,
  rows: number,
  { cut: mark }: Glyphs,
): readonly (readonly Segment[])[] {
  if (rows <= 0) return [];
  const whole = wrapped(position + help, width);
  const [first = '', ...rest] = whole.length <= rows ? whole : [cut(position + help, width, mark)];
  const end = first.slice(position.length);
  return [
    [{ text: first.slice(0, position.length) }, { text: end, tone: 'dim' }],
    ...rest.map((text): readonly Segment[] => [{ text, tone: 'dim' }]),
  ];
}

/** Smallest width of a cut note. */
const NOTE = 12;

function listLines(
  { glyphs }: ConsoleState,
  open: FormState,
  shown: readonly Suggestion[],
  { width, indent }: ListRoom,
): readonly DialogLine[] {
  const field = fieldIn(open);
  const picked = pickedOf(open.values, field.id);
  const boxOf = ({ value }: Suggestion): string =>
    field.kind === 'several' ? (picked.includes(value) ? '[x] ' : '[ ] ') : '';
  const box = shown[0] === undefined ? 0 : widthOf(boxOf(shown[0]));
  const room = Math.min(Math.max(...shown.map(({ label }) => widthOf(label))), width - indent - box);
  const noteRoom = width - indent - box - room - 2;
  return shown.map((suggestion): DialogLine => {
    const { label, value, note = '' } = suggestion;
    const here = value === open.choice;
    return {
      kind: 'text',
      cursor: here,
      inView: false,
      click: (now) => dialogChanged(now, 'form', (form) => valueClicked(form, field.id, value, contextOf(now))),
      segments: [
        { text: ' '.repeat(indent - 2) },
        { text: here ? `${glyphs.into} ` : '  ', tone: 'accent' },
        { text: boxOf(suggestion) },
        { text: toWidth(label, room, 'left', glyphs.cut) },
        { text: note === '' || noteRoom < Math.min(NOTE, widthOf(note)) ? '' : `  ${note}`, tone: 'dim' },
      ],
    };
  });
}

/** From this height on, advice may take two lines. */
const ROOMY = 18;

/** The longest advice with room. */
function adviceLines(
  state: ConsoleState,
  open: FormState,
  field: Field,
  { indent, width, height }: { readonly indent: number; readonly width: number; readonly height: number },
): readonly DialogLine[] {
  const advice = field.advice?.(open.values, contextOf(state)) ?? null;
  if (advice === null) return [];
  const room = width - indent;
  const most = height < ROOMY ? 1 : 2;
  const fitting = advice.texts.map((text) => wrapped(text, room)).find((lines) => lines.length <= most);
  const lines = fitting ?? [cut(advice.texts.at(-1) ?? '', room, state.glyphs.cut)];
  return lines.map((text) => ({
    kind: 'text',
    segments: [{ text: ' '.repeat(indent) }, { text, tone: advice.tone }],
  }));
}
