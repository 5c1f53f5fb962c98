import type { FieldIssue, Outcome } from '../../api/result.ts';
import { selectedEditor, type TextBuffer, textBufferOf, textIn } from '../../lib/text-buffer.ts';
import type { Context } from '../../resources/context.ts';
import {
  type Field,
  type Form,
  fieldOf,
  missingIn,
  pickedOf,
  type Suggestion,
  textOf,
  type Values,
} from '../../resources/form.ts';
import type { FormState } from '../dialog-state.ts';
import { type Effect, questionAbout } from '../question.ts';

const DIGITS_ONLY = 'Only digits are taken: something typed was left out.';

export function formOpened(form: FormState['form'], context: Context): FormState {
  const chosen = form.chosen?.(context) ?? {};
  return focused(
    {
      kind: 'form',
      form,
      values: { ...form.start, picked: { ...form.start.picked, ...chosen } },
      chosen,
      focus: 0,
      editor: textBufferOf(''),
      choice: null,
      followed: {},
      errors: {},
      refusal: null,
      dirty: false,
      step: { kind: 'fields' },
    },
    0,
  );
}

/**
 * Fills in what became known since: choices, and dependent values. Fields touched by the operator or under the cursor
 * stay. The same object when nothing has changed.
 */
export function fieldsRenewed(open: FormState, context: Context): FormState {
  return followsRenewed(choicesRenewed(open, context), context);
}

function choicesRenewed(open: FormState, context: Context): FormState {
  const { form, values } = open;
  const choosing = open.choice === null ? null : fieldIn(open).id;
  const renewed = Object.entries(form.chosen?.(context) ?? {}).filter(
    ([id, picked]) =>
      id !== choosing && values.picked[id] === open.chosen[id] && picked.join() !== open.chosen[id]?.join(),
  );
  if (renewed.length === 0) return open;
  const picked = Object.fromEntries(renewed);
  return {
    ...open,
    values: { ...values, picked: { ...values.picked, ...picked } },
    chosen: { ...open.chosen, ...picked },
  };
}

function followsRenewed(open: FormState, context: Context): FormState {
  const focused = fieldIn(open).id;
  const waiting = open.form.fields.filter(
    ({ id }) => id !== focused && open.followed[id] === '' && textOf(open.values, id) === '',
  );
  return waiting.reduce((now, { id, follows }) => {
    const value = follows?.value(now.values, context) ?? '';
    return value === '' ? now : followed(now, id, value);
  }, open);
}

function followed(open: FormState, id: string, value: string): FormState {
  return {
    ...open,
    values: { ...open.values, text: { ...open.values.text, [id]: value } },
    followed: { ...open.followed, [id]: value },
    errors: value === '' ? open.errors : without(open.errors, id),
  };
}

const othersIn = (text: string): number => text.replace(/[\d\s]/g, '').length;

export function fieldIn(open: FormState): Field {
  const field = open.form.fields[open.focus] ?? open.form.fields[0];
  if (field === undefined) throw new Error(`The form ${open.form.id} has no fields.`);
  return field;
}

/** Also removes the field's error. A field of digits refuses anything else. */
export function formTyped(open: FormState, editor: TextBuffer): FormState {
  const field = fieldIn(open);
  if (field.kind === 'several') return { ...open, editor, choice: null };
  const text = textIn(editor);
  const before = textOf(open.values, field.id);
  const changed = text !== before;
  if (field.digits === true && othersIn(text) > othersIn(before))
    return { ...open, errors: { ...open.errors, [field.id]: DIGITS_ONLY } };
  // `1.5` has become 15: the refused key stays on screen.
  const keepsError = open.errors[field.id] === DIGITS_ONLY && text.length > before.length;
  const values = { ...open.values, text: { ...open.values.text, [field.id]: text } };
  return {
    ...open,
    form: { ...open.form, fields: open.form.fieldsFor?.(values) ?? open.form.fields },
    editor,
    choice: null,
    refusal: changed ? null : open.refusal,
    dirty: open.dirty || changed,
    errors: changed && !keepsError ? without(open.errors, field.id) : open.errors,
    followed: changed ? without(open.followed, field.id) : open.followed,
    values,
  };
}

/**
 * Fills or empties fields dependent on a changed one. The operator's text stays; the initial value comes back with its
 * source's.
 */
export function fieldsFollowed(before: FormState, after: FormState, context: Context): FormState {
  const { start } = after.form;
  let open = after;
  for (const { id, follows } of after.form.fields) {
    if (follows === undefined) continue;
    const source = textOf(after.values, follows.of).trim();
    if (source === textOf(before.values, follows.of).trim()) continue;
    const text = textOf(open.values, id);
    if (text !== '' && text !== (open.followed[id] ?? textOf(start, id))) continue;
    const back = source === textOf(start, follows.of) ? textOf(start, id) : null;
    const filled = followed(open, id, back ?? follows.value(after.values, context) ?? '');
    open = back === null ? filled : { ...filled, followed: without(filled.followed, id) };
  }
  return open;
}

export function isFollowed({ values, followed }: FormState, { id }: Field): boolean {
  const value = followed[id] ?? '';
  return value !== '' && value === textOf(values, id);
}

/** Moving forward passes filled fields, so blind typing never replaces their value. */
export function fieldMoved(open: FormState, by: number): FormState {
  const { fields } = open.form;
  const count = fields.length;
  let to = (open.focus + by + count) % count;
  for (
    let field = fields[to];
    by > 0 && to < count - 1 && field !== undefined && isFollowed(open, field);
    field = fields[to]
  )
    to += 1;
  return fieldFocused(open, to);
}

export function fieldFocused(open: FormState, index: number): FormState {
  return focused(typedTaken(open), index);
}

export function onLastField(open: FormState): boolean {
  return open.focus === open.form.fields.length - 1;
}

/** Adds a typed identifier when the cursor leaves the field. */
export function typedTaken(open: FormState): FormState {
  const field = fieldIn(open);
  const typed = textIn(open.editor).trim();
  if (field.kind !== 'several' || typed === '') return open;
  const picked = pickedOf(open.values, field.id);
  return valuesPicked(
    { ...open, editor: textBufferOf('') },
    field,
    picked.includes(typed) ? picked : [...picked, typed],
  );
}

export function formChecked(open: FormState, context: Context): FormState {
  const ready = typedTaken(open);
  const missing = missingIssues(ready);
  const { form, values } = ready;
  if (form.list === null) return formRefused(ready, missing, null);
  const effect = formEffect(form, values, context);
  // The check's message says more.
  if (!effect.ok) return formRefused(ready, [...effect.error, ...missing], null);
  if (missing.length > 0) return formRefused(ready, missing, null);
  return {
    ...ready,
    errors: {},
    refusal: null,
    step: {
      kind: 'review',
      question: questionAbout({ kind: 'form', form, values }, effect.value, null),
      editor: textBufferOf(''),
      wrong: null,
      top: 0,
    },
  };
}

function missingIssues({ form, values }: FormState): readonly FieldIssue[] {
  return missingIn(form, values).map(({ path, label }) => ({ path, message: `${label} is required.` }));
}

/** Shows issues at their fields, the rest for the whole form. Typed values stay. */
export function formRefused(open: FormState, issues: readonly FieldIssue[], serverMessage: string | null): FormState {
  const errors: Record<string, string> = {};
  const rest: string[] = serverMessage === null ? [] : [serverMessage];
  for (const { path, message } of issues) {
    const field = fieldOf(open.form.fields, path);
    if (field === null) rest.push(message);
    else errors[field.id] ??= message;
  }
  const first = open.form.fields.findIndex(({ id }) => errors[id] !== undefined);
  const back: FormState = {
    ...open,
    errors,
    refusal: rest.length === 0 ? null : rest.join(' '),
    step: { kind: 'fields' },
  };
  return first < 0 ? back : focused(back, first);
}

export function fieldFilled(open: FormState, id: string, text: string): FormState {
  const values: Values = { ...open.values, text: { ...open.values.text, [id]: text } };
  const filled = { ...open, values, dirty: true, errors: without(open.errors, id) };
  return fieldIn(open).id === id ? { ...filled, editor: textBufferOf(text) } : filled;
}

export function valuesPicked(open: FormState, field: Field, picked: readonly string[]): FormState {
  return {
    ...open,
    dirty: true,
    refusal: null,
    errors: without(open.errors, field.id),
    values: { ...open.values, picked: { ...open.values.picked, [field.id]: picked } },
  };
}

function focused(open: FormState, focus: number): FormState {
  const field = open.form.fields[focus];
  const text = field === undefined || field.kind === 'several' ? '' : textOf(open.values, field.id);
  const untouched =
    field?.kind === 'line' && [open.form.start.text[field.id] ?? '', open.followed[field.id]].includes(text);
  return {
    ...open,
    focus,
    choice: null,
    editor: untouched ? selectedEditor(text) : textBufferOf(text),
  };
}

function without(texts: Readonly<Record<string, string>>, id: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([field]) => field !== id));
}

export function formEffect(form: Form, values: Values, context: Context): Outcome<Effect, readonly FieldIssue[]> {
  const checked = form.check(values, context);
  if (!checked.ok) return { ok: false, error: checked.issues };
  const { writes, review, retype } = checked;
  return {
    ok: true,
    value: {
      sentence: form.title,
      title: form.title,
      // Remarks change with every bid, without making a new question.
      lines: [],
      review,
      rows: writes.flatMap(({ fid }) => fid ?? []),
      writes,
      answer: retype === null ? { by: 'key' } : { by: 'typed', expected: retype.expected, retype },
      leftOut: null,
      reads: form.list === 'bids' ? ['bids', 'instances'] : [form.list],
    },
  };
}

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

/** Takes the suggestion under the cursor, or the first one; never a gone one. */
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
