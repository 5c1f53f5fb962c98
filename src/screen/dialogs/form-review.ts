import { cut, shortened, widthOf } from '../../lib/width.ts';
import type { DialogState, FormState, FormStep } from '../../store/dialog-state.ts';
import type { OpenQuestion } from '../../store/question.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Room } from './dialog.ts';
import { ageLine, blankLine, CHANGED, type DialogLine, questionSign, textLine, textLines, withInView } from './line.ts';

type ReviewStep = Extract<FormStep, { kind: 'review' | 'sending' }>;
type ReviewRow = { readonly field: string; readonly value: string };

export type ReviewTable = { readonly rows: readonly ReviewRow[]; readonly lines: readonly DialogLine[] };

/** Null outside of a review, or when a table has no room. */
export function reviewTable(state: ConsoleState, open: DialogState<'form'>, room: Room): ReviewTable | null {
  const { step } = open;
  if (step.kind !== 'review' && step.kind !== 'sending') return null;
  const { rows } = rowsOf(state, step, room.width);
  const below = linesBelow(state, open, step, room.width);
  const fitting = room.height - below.length - 2;
  if (fitting < 1) return null;
  const top = Math.max(0, Math.min(scrolledTo(step), rows.length - fitting));
  const seen = rows.slice(top, top + fitting);
  const hidden = rows.length - seen.length;
  const { up, down } = state.glyphs;
  return {
    rows: seen,
    lines: [hidden === 0 ? blankLine : textLine(`${up}${down} for ${hidden} more`, 'dim'), ...below],
  };
}

/** Scrolled to their end: the text to type is visible first. */
export function reviewLines(
  state: ConsoleState,
  open: FormState,
  step: ReviewStep,
  { width, height }: Room,
): readonly DialogLine[] {
  const { rows, widest } = rowsOf(state, step, width);
  const top = scrolledTo(step);
  const lines = [
    ...rows.map(({ field, value }) => textLine(`${field.padEnd(widest)}  ${value}`)),
    ...linesBelow(state, open, step, width),
  ];
  // The line in view is drawn in the middle, so each key scrolls by one line.
  return withInView(lines, top === 0 ? lines.length : top - 1 + Math.floor(Math.min(lines.length, height) / 2));
}

const scrolledTo = (step: ReviewStep): number => (step.kind === 'review' ? step.top : 0);

function rowsOf(
  { glyphs }: ConsoleState,
  step: ReviewStep,
  width: number,
): { readonly rows: readonly ReviewRow[]; readonly widest: number } {
  const lines = step.kind === 'review' ? step.question.effect.review : step.lines;
  const longest = Math.max(...lines.map(({ field }) => widthOf(field)), 'field'.length);
  const widest = Math.min(longest, Math.floor(width / 2));
  const rows = lines.map(({ field, value }) => {
    const mark = step.kind === 'review' && isChanged(step.question, field, value) ? ` ${CHANGED}` : '';
    const room = width - widest - 6 - widthOf(mark);
    return {
      field: cut(field, widest, glyphs.cut),
      value: `${cut(shortened(value).replaceAll('\n', ' '), room, glyphs.cut)}${mark}`,
    };
  });
  return { rows, widest };
}

/** Since the review was opened. */
const isChanged = ({ first }: OpenQuestion, field: string, value: string): boolean =>
  !first.review.some((line) => line.field === field && line.value === value);

function linesBelow(
  state: ConsoleState,
  { form, values }: FormState,
  step: ReviewStep,
  width: number,
): readonly DialogLine[] {
  const context = liveContextOf(state);
  const remarks = [...form.remarks(values, context), ...(form.warnings?.(values, context) ?? [])].flatMap(
    ({ text, tone }) => textLines(text, width, tone),
  );
  if (step.kind === 'sending')
    return [...remarks, textLine(`${state.glyphs.busy} Sending${state.glyphs.more}`, 'busy')];
  const { question, editor, wrong } = step;
  const { effect } = question;
  const { answer } = effect;
  return [
    ...remarks,
    ...ageLine(state, effect, width),
    ...(answer.by === 'typed' && answer.retype !== null
      ? [
          ...answer.retype.why.split('\n').flatMap((reason) => textLines(reason, width, 'warn')),
          { kind: 'field' as const, label: [{ text: `${answer.retype.prompt}: `, tone: 'strong' as const }], editor },
        ]
      : []),
    ...(wrong === null ? [] : textLines(wrong, width, 'bad')),
    textLine(`${questionSign(state, question)} ${answer.by === 'typed' ? '' : 'y or '}Enter send, Esc back`, 'dim'),
  ];
}
