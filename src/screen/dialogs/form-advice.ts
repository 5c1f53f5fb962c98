import { textBufferOf } from '../../lib/text-buffer.ts';
import { cut, wrapped } from '../../lib/width.ts';
import { type Advice, SHARES, type Share } from '../../resources/advice.ts';
import type { Field } from '../../resources/form.ts';
import type { FormState } from '../../store/dialog-state.ts';
import { fieldIn, fieldsFollowed, formTyped } from '../../store/dialogs/form-state.ts';
import { contextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { inForm, openForm } from './form-actions.ts';
import type { DialogLine } from './line.ts';

/** Least height of a form, in lines, at which what is known about a value may take two lines. */
const ROOMY = 18;

/** What is known about a field's value, in its longest form that fits the room below the field. */
export function adviceLines(
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

/** What is known about the value of the focused field; null for a field without advice. */
const adviceIn = (open: FormState, state: ConsoleState): Advice | null =>
  fieldIn(open).advice?.(open.values, contextOf(state)) ?? null;

/** The advice in the open form; undefined without a form, so that help and docs list its keys. */
const adviceNow = (state: ConsoleState): Advice | null | undefined => {
  const open = openForm(state);
  return open === null ? undefined : adviceIn(open, state);
};

/** Puts a suggested value into the focused field, as if it was typed. */
function valueTaken(open: FormState, state: ConsoleState, share: Share): FormState {
  const value = adviceIn(open, state)?.values[share] ?? null;
  if (value === null) return open;
  return fieldsFollowed(open, formTyped(open, textBufferOf(value)), contextOf(state));
}

/** The key that puts in the limit price that would have held a share of the last days. */
function takes(share: Share, key: string): Binding {
  const percent = `${SHARES[share] * 100} %`;
  return {
    id: `take-price-${share}`,
    keys: [key],
    label: `In a limit price: the one that would have held ${percent} of the last 7 days`,
    hint: `held ${percent}`,
    when: (state) => adviceNow(state) !== null,
    disabled: (state) => {
      const advice = adviceNow(state) ?? null;
      return advice === null || advice.values[share] !== null ? null : (advice.why ?? 'Not enough seen yet for that.');
    },
    run: transition(inForm((open, state) => valueTaken(open, state, share))),
  };
}

/** The keys that take a suggested limit price. */
export const priceKeys: readonly Binding[] = [takes('often', 'Ctrl-o'), takes('mostly', 'Ctrl-t')];
