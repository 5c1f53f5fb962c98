import { parse, TomlError } from 'smol-toml';
import { readToSend } from '../config/sent-file.ts';
import { hasLostBytes, mendNote, mendText, NO_TEXT } from '../lib/plain-text.ts';
import type { Context } from '../resources/context.ts';
import { type Field, type Form, fieldOf, type Values } from '../resources/form.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { readText } from '../system/files.ts';
import { optionOf } from './verbs.ts';

/** Values of the command line by field id: one text, or several for a field of choices. */
export type GivenFields = Readonly<Record<string, readonly string[]>>;

/** Reads fields from a TOML file, by the interface's names or the form's, also inside a table such as `[launch_specification]`. @throws {CommandFailure} */
export async function fieldsInFile(path: string, fields: readonly Field[]): Promise<GivenFields> {
  const file = await readText(path);
  if (!file.ok) throw new CommandFailure(EXIT.usage, file.error);
  const given: Record<string, readonly string[]> = {};
  const take = (key: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)) {
      for (const [inner, one] of Object.entries(value)) take(inner, one);
      return;
    }
    const field = fields.find((field) => field.id === key || optionOf(field).long === key.replaceAll('_', '-'));
    if (field === undefined)
      throw new CommandFailure(
        EXIT.usage,
        `${path} gives ${key}, which is not a field.`,
        `There are: ${fields.map((field) => optionOf(field).long.replaceAll('-', '_')).join(', ')}.`,
      );
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
    given[field.id] = parts.map(String);
  };
  try {
    take('', parse(file.value));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new CommandFailure(EXIT.usage, `${path}, line ${error.line}, column ${error.column}: it is not TOML.`);
  }
  return given;
}

/** What files are read with: the API key in use, which none may have, and what says that one was mended. */
type Reading = { readonly token: string | null; readonly warn: (line: string) => void };

/** Fills a form: reads `@path` and replaces names of choices by identifiers. @throws {CommandFailure} */
export async function fillForm(form: Form, given: GivenFields, context: Context, reading: Reading): Promise<Values> {
  const text: Record<string, string> = { ...form.start.text };
  const picked: Record<string, readonly string[]> = { ...form.start.picked };
  for (const field of form.fields) {
    const parts = given[field.id];
    if (parts === undefined) continue;
    if (field.kind === 'several') picked[field.id] = choicesOf(field, parts, context);
    else text[field.id] = await textFor(field, parts.join(' '), reading);
  }
  return { text, picked };
}

async function textFor(field: Field, text: string, { token, warn }: Reading): Promise<string> {
  if (field.fromFile !== true) return text;
  if (!text.startsWith('@')) return typedText(`--${optionOf(field).long}`, text, warn);
  const file = await readToSend(text.slice(1), token);
  if (!file.ok) throw new CommandFailure(EXIT.usage, file.error);
  if (file.value.note !== null) warn(file.value.note);
  return file.value.text;
}

/** A text of several lines as the shell has passed it on. @throws {CommandFailure} for bytes that are no text. */
function typedText(option: string, text: string, warn: Reading['warn']): string {
  if (hasLostBytes(text)) throw new CommandFailure(EXIT.usage, `${option} is not sent: ${NO_TEXT}.`);
  const mended = mendText(text);
  const note = mendNote(option, text, mended);
  if (note !== null) warn(note);
  return mended;
}

/** Finds choices by identifier or name, separated by commas. @throws {CommandFailure} for an unknown or an ambiguous one. */
function choicesOf(field: Field, parts: readonly string[], context: Context): readonly string[] {
  const all = field.suggest?.({ text: {}, picked: {} }, context) ?? [];
  const words = parts.flatMap((part) => part.split(',')).map((word) => word.trim());
  return words
    .filter((word) => word !== '')
    .map((word) => {
      const fitting = all.filter(({ value, label }) => value === word || label === word);
      const exact = fitting.find(({ value }) => value === word) ?? fitting[0];
      const { long } = optionOf(field);
      if (exact === undefined)
        throw new CommandFailure(
          EXIT.usage,
          `--${long}: nothing is named ${word}.`,
          all.length === 0
            ? null
            : `There are: ${all
                .slice(0, 10)
                .map(({ label }) => label)
                .join(', ')}.`,
        );
      if (fitting.length > 1 && exact.value !== word)
        throw new CommandFailure(
          EXIT.usage,
          `--${long}: ${fitting.length} are named ${word}.`,
          `Give an identifier: ${fitting.map(({ value }) => value).join(', ')}.`,
        );
      return exact.value;
    });
}

/** The failure that explains, option by option, why the form can't be sent. */
export function refusedFields(
  form: Form,
  issues: readonly { readonly path: readonly (string | number)[]; readonly message: string }[],
): CommandFailure {
  const messages = issues.map(({ path, message }) => {
    const field = fieldOf(form.fields, path);
    return field === null ? message : `--${optionOf(field).long}: ${message}`;
  });
  return new CommandFailure(EXIT.usage, messages);
}
