import { textBufferOf, textIn } from '../../lib/text-buffer.ts';
import type { Context } from '../../resources/context.ts';
import { pickedOf, type Suggestion } from '../../resources/form.ts';
import type { FormState } from '../dialog-state.ts';
import { fieldIn, fieldMoved, fieldsFollowed, formTyped, onLastField, valuesPicked } from './form-state.ts';

/** Keys, hints and lines ask for the same. */
const suggested = new WeakMap<FormState, { readonly context: Context; readonly suggestions: readonly Suggestion[] }>();

/** The suggestions with every typed word, prefixes first. None when the text is the only one. */
export function suggestionsFor(open: FormState, context: Context): readonly Suggestion[] {
  const known = suggested.get(open);
  if (known?.context === context) return known.suggestions;
  const suggestions = fittingIn(open, context);
  suggested.set(open, { context, suggestions });
  return suggestions;
}

function fittingIn(open: FormState, context: Context): readonly Suggestion[] {
  const field = fieldIn(open);
  const all = field.suggest?.(open.values, context) ?? [];
  // A selected text is about to be replaced.
  const typed = open.editor.selected === true ? '' : textIn(open.editor).trim().toLowerCase();
  const fitting = typed === '' ? all : narrowed(all, typed);
  if (field.kind !== 'several') return fitting.length === 1 && fitting[0]?.value.toLowerCase() === typed ? [] : fitting;
  const free = pickedOf(open.values, field.id).filter((fid) => all.every(({ value }) => value !== fid));
  return [...fitting, ...free.map((value) => ({ value, label: value }))];
}

function narrowed(all: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const words = typed.split(/\s+/);
  const fitting = all.flatMap((suggestion) => {
    const texts = [suggestion.label.toLowerCase(), suggestion.value.toLowerCase()];
    const fits = words.every((word) => texts.some((text) => text.includes(word)));
    return fits ? [{ suggestion, begins: texts.some((text) => text.startsWith(typed)) }] : [];
  });
  return [...fitting.filter(({ begins }) => begins), ...fitting.filter(({ begins }) => !begins)].map(
    ({ suggestion }) => suggestion,
  );
}

/** -1 while the cursor is in the text, or when the suggestion is gone. */
export function choiceIndex({ choice }: FormState, suggestions: readonly Suggestion[]): number {
  return choice === null ? -1 : suggestions.findIndex(({ value }) => value === choice);
}

export function chosenIn(open: FormState, context: Context): Suggestion | null {
  const all = suggestionsFor(open, context);
  return all[choiceIndex(open, all)] ?? null;
}

export function choiceMoved(open: FormState, by: number, context: Context): FormState {
  const all = suggestionsFor(open, context);
  const at = choiceIndex(open, all);
  if (at <= 0 && by < 0) return listLeft(open);
  const to = at < 0 ? 0 : Math.max(0, Math.min(at + by, all.length - 1));
  return { ...open, choice: all[to]?.value ?? null };
}

export function listLeft(open: FormState): FormState {
  return { ...open, choice: null };
}

/** Takes the suggestion under the cursor, or the first one. One that is gone is not taken. */
export function choiceTaken(open: FormState, context: Context): FormState {
  const taken = open.choice === null ? suggestionsFor(open, context)[0] : chosenIn(open, context);
  return taken == null ? listLeft(open) : valueTaken(open, taken.value, context);
}

function valueTaken(open: FormState, value: string, context: Context): FormState {
  const field = fieldIn(open);
  if (field.kind !== 'several') return fieldsFollowed(open, formTyped(open, textBufferOf(value)), context);
  const picked = pickedOf(open.values, field.id);
  const next = picked.includes(value) ? picked.filter((fid) => fid !== value) : [...picked, value];
  return valuesPicked({ ...open, editor: textBufferOf(''), choice: value }, field, next);
}

/** Takes a clicked suggestion and goes on; of several it toggles one and stays. */
export function valueClicked(open: FormState, fieldId: string, value: string, context: Context): FormState {
  const field = fieldIn(open);
  if (open.step.kind !== 'fields' || field.id !== fieldId) return open;
  const taken = valueTaken(open, value, context);
  return field.kind === 'several' || onLastField(open) ? taken : fieldMoved(taken, 1);
}
