import { Text } from 'ink';
import inkTable from 'ink-table';
import type { Segment } from '../dialogs/line.ts';
import { blankLine, type DialogLine, textLine } from '../dialogs/line.ts';
import { cut, shortened, toWidth, widthOf, wrapped } from '../lib/width.ts';
import { type Field, pickedOf, textOf } from '../resources/form.ts';
import type { Tone } from '../resources/resource.ts';
import type { ConsoleState } from '../state/console.ts';
import { contextOf } from '../state/context.ts';
import { fieldIn, suggestionsFor } from '../state/forms.ts';
import type { FormOverlay } from '../state/overlay.ts';
import { questionSign } from './bars.ts';
import { useConsole, useTheme } from './desk-context.ts';
import { Modal, modalHeight, modalWidth } from './modal.tsx';

const Table = inkTable.default;

/** As many suggestions as one line shows. */
const OFFERED = 8;

/** A form: its fields, what is wrong with them, and what follows from them; then the review. */
export function FormModal({ open }: { readonly open: FormOverlay }) {
  const room = modalWidth(useConsole((state) => state.size.columns));
  const sign = useConsole(questionSign);
  switch (open.step.kind) {
    case 'review':
    case 'sending':
      return <Review open={open} />;
    case 'leaving':
      return (
        <Modal
          title={open.form.title}
          tone="warn"
          lines={[
            ...wrapped('The input in this form will be lost.', room).map((line) => textLine(line, 'warn')),
            ...wrapped(`${sign} y close, Esc back`, room).map((line) => textLine(line)),
          ]}
        />
      );
    case 'fields':
      return <Fields open={open} />;
  }
}

function Fields({ open }: { readonly open: FormOverlay }) {
  const state = useConsole((now) => now);
  const room = modalWidth(state.size.columns);
  const label = Math.min(16, Math.floor(room / 3));
  const lines: DialogLine[] = [];
  let at = 0;
  for (const field of open.form.fields) {
    if (field === fieldIn(open)) at = lines.length;
    lines.push(...fieldLines(state, open, field, label, room));
  }
  const remarks = open.form.remarks(open.values, contextOf(state));
  if (remarks.length > 0) lines.push(blankLine);
  for (const { text, tone } of remarks) lines.push(...wrapped(text, room).map((line) => textLine(line, tone)));
  if (open.refusal !== null) lines.push(blankLine, ...wrapped(open.refusal, room).map((line) => textLine(line, 'bad')));
  return <Modal title={open.form.title} lines={lines} at={at + 1} />;
}

function fieldLines(
  state: ConsoleState,
  open: FormOverlay,
  field: Field,
  label: number,
  room: number,
): readonly DialogLine[] {
  const focused = fieldIn(open) === field;
  const { signs } = state;
  const name: Segment = {
    text: `${toWidth(field.label, label - 1, 'left', signs.more)} `,
    tone: focused ? 'accent' : 'dim',
  };
  const lead: Segment = { text: focused ? `${signs.into} ` : '  ', tone: 'accent' };
  const error = open.errors[field.id];
  const below = ' '.repeat(label + 2);
  const under = (text: string, tone: Tone): DialogLine => ({
    kind: 'text',
    segments: [{ text: below }, { text, tone }],
  });
  const more = [
    ...(error === undefined
      ? []
      : wrapped(`${signs.bad} ${error}`, room - label - 2).map((line) => under(line, 'bad'))),
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
  if (focused)
    return [{ kind: 'field', label: [lead, name], editor: open.editor }, ...linesCount(open, below), ...more];
  const text = textOf(open.values, field.id);
  const [first = ''] = text.split('\n');
  const count = text === '' ? 0 : text.split('\n').length;
  return [
    {
      kind: 'text',
      segments: [
        lead,
        name,
        { text: first },
        ...(count > 1 ? [{ text: `  ${signs.more} ${count} lines`, tone: 'dim' as const }] : []),
      ],
    },
    ...more,
  ];
}

function linesCount(open: FormOverlay, below: string): readonly DialogLine[] {
  const all = (open.editor.before + open.editor.after).split('\n').length;
  const here = open.editor.before.split('\n').length;
  return all === 1 ? [] : [{ kind: 'text', segments: [{ text: `${below}line ${here} of ${all}`, tone: 'dim' }] }];
}

/**
 * The suggestions of the focused field, from one that lets the one pointed at be seen on: free text is always
 * allowed, one of these is taken only by choosing it.
 */
function offers(state: ConsoleState, open: FormOverlay, below: string, room: number): readonly DialogLine[] {
  const field = fieldIn(open);
  const all = suggestionsFor(open, contextOf(state));
  if (all.length === 0) return [];
  const picked = pickedOf(open.values, field.id);
  const texts = all.map(({ value, label, note }, n) => {
    const box = field.kind === 'several' ? (picked.includes(value) ? '[x] ' : '[ ] ') : '';
    const text = `${box}${label}${note === undefined || note === '' ? '' : ` ${note}`}`;
    return `${n === open.choice ? state.signs.into : ' '}${text}`;
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

/** Where a line of suggestions begins: at the first one, or as late as the one pointed at needs it. */
function firstOffered(widths: readonly number[], choice: number, room: number): number {
  let first = choice;
  let used = widths[choice] ?? 0;
  while (first > 0 && choice - first + 1 < OFFERED && used + (widths[first - 1] ?? 0) <= room) {
    first -= 1;
    used += widths[first] ?? 0;
  }
  return first;
}

function labelOf(state: ConsoleState, open: FormOverlay, field: Field, value: string): string {
  return field.suggest?.(open.values, contextOf(state)).find((one) => one.value === value)?.label ?? value;
}

/** What will be sent, field by field, before it is. */
function Review({ open }: { readonly open: FormOverlay }) {
  const theme = useTheme();
  const state = useConsole((now) => now);
  if (open.step.kind !== 'review' && open.step.kind !== 'sending') return null;
  const { step } = open;
  const room = modalWidth(state.size.columns);
  const context = contextOf(state);
  const { form, values } = open;
  const remarks = [...form.remarks(values, context), ...(form.warnings?.(values, context) ?? [])].flatMap(
    ({ text, tone }) => wrapped(text, room).map((line) => textLine(line, tone)),
  );
  const longest = Math.max(...step.lines.map(({ field }) => widthOf(field)), 'field'.length);
  const widest = Math.min(longest, Math.floor(room / 2));
  const data = step.lines.map(({ field, value }) => ({
    field: cut(field, widest, state.signs.more),
    value: cut(shortened(value).replaceAll('\n', ' '), room - widest - 6, state.signs.more),
  }));
  const asked = step.kind === 'review' && step.retype !== null ? step.retype : null;
  const foot: DialogLine[] = [
    ...remarks,
    ...(asked === null ? [] : wrapped(asked.why, room).map((line) => textLine(line, 'warn'))),
    ...(step.kind === 'review' && asked !== null
      ? [
          {
            kind: 'field' as const,
            label: [{ text: `${asked.prompt}: `, tone: 'strong' as const }],
            editor: step.editor,
          },
        ]
      : []),
    ...(step.kind === 'review' && step.wrong !== null
      ? wrapped(step.wrong, room).map((line) => textLine(line, 'bad'))
      : []),
    step.kind === 'sending'
      ? textLine(`${state.signs.busy} Sending${state.signs.more}`, 'busy')
      : textLine(`${questionSign(state)} Enter send, Esc back`, 'dim'),
  ];
  const title = `${open.form.title}: review`;
  const scrolledTo = step.kind === 'review' ? step.top : 0;
  const fitting = modalHeight(state.size.rows) - foot.length - 2;
  if (fitting < 1) {
    // What has to be typed must be seen: the table gives way to lines that scroll, from their end on.
    const lines = [...data.map(({ field, value }) => textLine(`${field.padEnd(widest)}  ${value}`)), ...foot];
    return <Modal title={title} lines={lines} at={scrolledTo === 0 ? lines.length : scrolledTo - 1} />;
  }
  const top = Math.max(0, Math.min(scrolledTo, data.length - fitting));
  const seen = data.slice(top, top + fitting);
  const hidden = data.length - seen.length;
  const between = hidden === 0 ? blankLine : textLine(`${state.signs.up}${state.signs.down} for ${hidden} more`, 'dim');
  return (
    <Modal
      title={title}
      lines={[between, ...foot]}
      head={{
        rows: seen.length + 1,
        node: (
          <Table
            data={seen}
            skeleton={() => null}
            header={({ children }) => <Text>{theme.open('accent') + String(children ?? '') + theme.close}</Text>}
          />
        ),
      }}
    />
  );
}
