import type { FieldIssue } from '../../api/result.ts';
import { selectedEditor, type TextBuffer, textBufferOf, textIn } from '../../lib/text-buffer.ts';
import type { Context } from '../../resources/context.ts';
import {
  type Field,
  fieldOf,
  missingIn,
  pickedOf,
  type Suggestion,
  textOf,
  type Values,
} from '../../resources/form.ts';
import type { FormState } from './dialog-state.ts';

/** Returns the state of a form that opens: the cursor is in the first field, nothing is dirty. */
export function formOpened(form: FormState['form']): FormState {
  return focused(
    {
      kind: 'form',
      form,
      values: form.start,
      focus: 0,
      editor: textBufferOf(''),
      choice: -1,
      errors: {},
      refusal: null,
      dirty: false,
      step: { kind: 'fields' },
    },
    0,
  );
}

export function fieldIn(open: FormState): Field {
  const field = open.form.fields[open.focus] ?? open.form.fields[0];
  if (field === undefined) throw new Error(`The form ${open.form.id} has no fields.`);
  return field;
}

/** Returns the suggestions of a field that match the typed text, or for a field of choices, the search. */
export function suggestionsFor(open: FormState, context: Context): readonly Suggestion[] {
  const field = fieldIn(open);
  const all = field.suggest?.(open.values, context) ?? [];
  // A selected text is about to be replaced, so it does not filter.
  const typed = open.editor.selected === true ? '' : textIn(open.editor).trim().toLowerCase();
  const fitting = all.filter(
    ({ value, label }) => typed === '' || value.toLowerCase().includes(typed) || label.toLowerCase().includes(typed),
  );
  if (field.kind !== 'several') return fitting.some(({ value }) => value.toLowerCase() === typed) ? [] : fitting;
  const free = pickedOf(open.values, field.id).filter((fid) => all.every(({ value }) => value !== fid));
  return [...fitting, ...free.map((value) => ({ value, label: value }))];
}

/** Changes the text of the focused field and removes its error, which was about another text. */
export function formTyped(open: FormState, editor: TextBuffer): FormState {
  const field = fieldIn(open);
  const choice = field.kind === 'several' ? 0 : -1;
  if (field.kind === 'several') return { ...open, editor, choice };
  const text = textIn(editor);
  const changed = text !== textOf(open.values, field.id);
  const values = { ...open.values, text: { ...open.values.text, [field.id]: text } };
  return {
    ...open,
    form: { ...open.form, fields: open.form.fieldsFor?.(values) ?? open.form.fields },
    editor,
    choice,
    refusal: changed ? null : open.refusal,
    dirty: open.dirty || changed,
    errors: changed ? without(open.errors, field.id) : open.errors,
    values,
  };
}

/** Moves the cursor to another field; typed text stays as it is. */
export function fieldMoved(open: FormState, by: number): FormState {
  const count = open.form.fields.length;
  return focused(typedTaken(open), (open.focus + by + count) % count);
}

/** Whether the last field has the cursor: there Enter opens the review. */
export function onLastField(open: FormState): boolean {
  return open.focus === open.form.fields.length - 1;
}

/** Selects another suggestion, wrapping around. */
export function choiceMoved(open: FormState, by: number, context: Context): FormState {
  const count = suggestionsFor(open, context).length;
  if (count === 0) return open;
  const from = open.choice < 0 && by < 0 ? 0 : open.choice;
  return { ...open, choice: (from + by + count) % count };
}

/** Puts the selected suggestion, or the first one, into the field, or toggles a choice. */
export function choiceTaken(open: FormState, context: Context): FormState {
  const taken = suggestionsFor(open, context)[Math.max(0, open.choice)];
  if (taken === undefined) return open;
  const field = fieldIn(open);
  if (field.kind !== 'several') return formTyped(open, textBufferOf(taken.value));
  const picked = pickedOf(open.values, field.id);
  const next = picked.includes(taken.value) ? picked.filter((fid) => fid !== taken.value) : [...picked, taken.value];
  const cleared = textIn(open.editor) === '' ? open.editor : textBufferOf('');
  return pickedTo({ ...open, editor: cleared }, field, next);
}

/** Adds a typed identifier to a field of choices when the cursor leaves it. */
export function typedTaken(open: FormState): FormState {
  const field = fieldIn(open);
  const typed = textIn(open.editor).trim();
  if (field.kind !== 'several' || typed === '') return open;
  const picked = pickedOf(open.values, field.id);
  return pickedTo({ ...open, editor: textBufferOf('') }, field, picked.includes(typed) ? picked : [...picked, typed]);
}

/** Checks a form: the review opens, or the errors are shown at their fields. */
export function formChecked(open: FormState, context: Context): FormState {
  const ready = typedTaken(open);
  const missing = missingIssues(ready);
  if (ready.form.list === null) return formRefused(ready, missing, null);
  const checked = ready.form.check(ready.values, context);
  // The first message about a field is shown: that of the check says more.
  if (!checked.ok) return formRefused(ready, [...checked.issues, ...missing], null);
  if (missing.length > 0) return formRefused(ready, missing, null);
  return {
    ...ready,
    errors: {},
    refusal: null,
    step: {
      kind: 'review',
      writes: checked.writes,
      lines: checked.review,
      retype: checked.retype,
      editor: textBufferOf(''),
      wrong: null,
      top: 0,
    },
  };
}

/** Returns an issue for each required field without a value. */
function missingIssues({ form, values }: FormState): readonly FieldIssue[] {
  return missingIn(form, values).map(({ path, label }) => ({ path, message: `${label} is required.` }));
}

/** Shows issues at their fields, and those without a field for the whole form. Typed values stay. */
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

/** Replaces a field's text with a file's contents or the editor's text. */
export function fieldFilled(open: FormState, id: string, text: string): FormState {
  const values: Values = { ...open.values, text: { ...open.values.text, [id]: text } };
  const filled = { ...open, values, dirty: true, errors: without(open.errors, id) };
  return fieldIn(open).id === id ? { ...filled, editor: textBufferOf(text) } : filled;
}

function pickedTo(open: FormState, field: Field, picked: readonly string[]): FormState {
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
  const untouched = field?.kind === 'line' && text === (open.form.start.text[field.id] ?? '');
  return {
    ...open,
    focus,
    choice: field?.kind === 'several' ? 0 : -1,
    editor: untouched ? selectedEditor(text) : textBufferOf(text),
  };
}

function without(errors: Readonly<Record<string, string>>, id: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => field !== id));
}
