import { parse, TomlError } from 'smol-toml';
import { readToSend } from '../config/sent-file.ts';
import type { ServiceList } from '../contract/lists.ts';
import { hasLostBytes, mendNote, mendText, NO_TEXT } from '../lib/text.ts';
import { resumedOverBudget } from '../resources/bids/exposure.ts';
import type { Context } from '../resources/context.ts';
import { meets } from '../resources/filter/match.ts';
import { type Field, type Form, fieldOf, type Values } from '../resources/form.ts';
import { serviceResources } from '../resources/index.ts';
import { inProjects, whyLeftAlone, whyNotChanged } from '../resources/parts/other-project.ts';
import type { Action, Resource } from '../resources/resource.ts';
import type { Rows } from '../resources/rows.ts';
import type { Write } from '../resources/write.ts';
import { searchColumns } from '../store/lists/place-columns.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { readText } from '../system/files.ts';
import type { Question } from '../system/prompt.ts';
import type { VerbOption } from './feature.ts';
import { type FetchedLists, rowsNamed, rowsToChange } from './list-reader.ts';
import { readFilter } from './read-filter.ts';
import { optionOf, type Verb } from './verbs.ts';

export type ChangeOptions = {
  readonly names: readonly string[];
  readonly like: string | null;
  /** Replaces the verb's usual work; null without one. */
  readonly instead: { readonly option: VerbOption; readonly value: string } | null;
  /** Selects rows in place of names; null for none. */
  readonly filter: string | null;
  readonly fields: GivenFields;
  readonly fromFile: string | null;
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** File for the one-time secret; null for none. */
  readonly save: string | null;
  readonly showSecret: boolean;
  /** Longest wait for allocation, in milliseconds; null for none. */
  readonly waitMs: number | null;
};

/** @throws {CommandFailure} when rows may be missing: only some would change. */
function rowsMatching<Name extends ServiceList>(
  lists: FetchedLists,
  list: Name,
  filter: string,
  names: readonly string[],
): readonly Rows[Name][] {
  if (names.length > 0) throw new CommandFailure(EXIT.usage, 'Give names or a filter, not both.');
  const [missing] = lists.partial.values();
  if (missing !== undefined)
    throw new CommandFailure(EXIT.refused, 'Nothing was sent: what the filter looks for may be missing.');
  const { columns }: Resource<Name> = lists.state.features.panes[list];
  const terms = readFilter(filter, columns);
  const searched = searchColumns(columns, null, lists.state.connected.allProjects, lists.context);
  return [...lists.context.rowsOf(list).values()]
    .map(({ row }) => row)
    .filter((row) => meets(row, terms, searched, lists.context));
}

export type PlannedWrites = {
  readonly writes: readonly Write[];
  /** Why rows are left out. */
  readonly refused: readonly string[];
  readonly bringsSecret: boolean;
};

export type Talk = {
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
  /** @throws {CommandFailure} without consent. */
  readonly ask: (question: Question) => Promise<void>;
};

export async function planWrites<Name extends ServiceList>(
  lists: FetchedLists,
  { list, word, action, like }: Verb<Name>,
  options: ChangeOptions,
  talk: Talk,
): Promise<PlannedWrites> {
  const { context } = lists;
  const { effect } = action;
  if (effect.kind === 'new') {
    const [row] = options.like === null ? [] : rowsNamed(lists, list, [options.like]);
    const form =
      row !== undefined && like?.effect.kind === 'form' ? like.effect.open(row, context) : effect.open(context);
    return fromForm(form, lists, options, talk);
  }
  const rows =
    options.filter === null
      ? rowsToChange(lists, list, options.names)
      : rowsMatching(lists, list, options.filter, options.names);
  if (rows.length === 0)
    throw options.filter === null
      ? new CommandFailure(EXIT.usage, `Say which ${serviceResources[list].one} to ${word}, by name or identifier.`)
      : new CommandFailure(EXIT.refused, `No ${serviceResources[list].one} matches the filter, so nothing was sent.`);
  const { allowed, refused } = allowedOf(action, rows, context, talk.say);
  const [first] = allowed;
  if (first === undefined) return { writes: [], refused, bringsSecret: false };
  if (effect.kind === 'form') {
    const { several } = effect;
    const text = Object.fromEntries(Object.entries(options.fields).map(([id, parts]) => [id, parts.join(' ')]));
    if (several !== undefined && (rows.length > 1 || options.filter !== null || several.needed(text))) {
      // The command names its rows, so production asks only about the price.
      const planned = await fromForm(several.open(allowed, { production: false, note: null }), lists, options, talk);
      // The operator did not name these rows, so a refusal is no failure.
      if (options.filter !== null) for (const why of refused) talk.warn(why);
      return options.filter === null ? { ...planned, refused: [...refused, ...planned.refused] } : planned;
    }
    if (rows.length > 1) throw new CommandFailure(EXIT.usage, `Give one ${serviceResources[list].one} to ${word}.`);
    return fromForm(effect.open(first, context), lists, options, talk);
  }
  const writes = await writesOf(action, allowed, lists, talk);
  if (action.groupEffect === 'resumes') warnOfBudget(writes, lists.context, talk.warn);
  return { writes, refused, bringsSecret: false };
}

export function warnOfBudget(writes: readonly Write[], context: Context, warn: Talk['warn']): void {
  const bids = writes.flatMap(({ fid }) => (fid === null ? [] : (context.rowOf('bids', fid)?.row ?? [])));
  const over = resumedOverBudget(bids, context);
  if (over !== null) warn(`Resumed and filled, running and open bids are ${over}.`);
}

/** The rows to change, and why others refuse. A row already in the wanted state is no failure. */
export function allowedOf<Row extends { readonly fid: string; readonly name: string | null }>(
  action: Action<Row>,
  rows: readonly Row[],
  context: Context,
  say: Talk['say'],
) {
  const { alreadyDone } = action;
  const whyNot = (row: Row): string | null => whyNotChanged(action, row.name || row.fid, row, context);
  const left = rows.filter((row) => {
    if (whyLeftAlone(row, context) !== null) return true;
    const done = alreadyDone?.(row, context) ?? null;
    if (done !== null) say(done);
    return done === null;
  });
  return {
    allowed: left.filter((row) => whyNot(row) === null),
    refused: left.flatMap((row) => whyNot(row) ?? []),
  };
}

async function writesOf<Name extends ServiceList>(
  { effect }: Action<Rows[Name]>,
  rows: readonly Rows[Name][],
  { context }: FetchedLists,
  { ask }: Talk,
): Promise<readonly Write[]> {
  if (effect.kind === 'destroy') {
    const { title, lines, typed } = effect.ask(rows, context);
    const word = typed ?? 'y';
    const accepts = (answer: string): boolean => answer.trim() === word;
    const all = [`${title}:`, ...inProjects(rows, context), ...lines.map(({ text }) => text)];
    await ask({ lines: all, typed: word, accepts });
  }
  return effect.kind === 'write' || effect.kind === 'destroy' ? rows.map((row) => effect.write(row, context)) : [];
}

async function fromForm(
  form: Form,
  { context, connection }: FetchedLists,
  options: ChangeOptions,
  { warn, ask }: Talk,
): Promise<PlannedWrites> {
  const values = await fillForm(form, options.fields, context, { token: connection.token, warn });
  const checked = form.check(values, context);
  if (!checked.ok) throw refusedFields(form, checked.issues);
  for (const { text } of [...form.remarks(values, context), ...(form.warnings?.(values, context) ?? [])]) warn(text);
  if (checked.writes.length > 1 || checked.leftOut !== undefined)
    for (const { field, value } of checked.review) warn(`${field}: ${value}`);
  const { retype } = checked;
  if (retype !== null && retype.onlyConsole !== true) {
    const { why, expected: typed, accepts } = retype;
    await ask({ lines: [why], typed, accepts });
  }
  return { writes: checked.writes, refused: checked.leftOut ?? [], bringsSecret: form.bringsSecret?.(values) ?? false };
}

/** Values by field: one text, or several for choices. */
export type GivenFields = Readonly<Record<string, readonly string[]>>;

/** Fields from a TOML file, by either name, also inside tables. @throws {CommandFailure} */
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

/** `token`: the API key in use, never sent in a file. */
type Reading = { readonly token: string | null; readonly warn: (line: string) => void };

/** Reads `@path` and resolves names of choices. @throws {CommandFailure} */
async function fillForm(form: Form, given: GivenFields, context: Context, reading: Reading): Promise<Values> {
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

/** @throws {CommandFailure} for binary data. */
function typedText(option: string, text: string, warn: Reading['warn']): string {
  if (hasLostBytes(text)) throw new CommandFailure(EXIT.usage, `${option} is not sent: ${NO_TEXT}.`);
  const mended = mendText(text);
  const note = mendNote(option, text, mended);
  if (note !== null) warn(note);
  return mended;
}

/** Choices by identifier or name, separated by commas. @throws {CommandFailure} */
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

function refusedFields(
  form: Form,
  issues: readonly { readonly path: readonly (string | number)[]; readonly message: string }[],
): CommandFailure {
  const messages = issues.map(({ path, message }) => {
    const field = fieldOf(form.fields, path);
    return field === null ? message : `--${optionOf(field).long}: ${message}`;
  });
  return new CommandFailure(EXIT.usage, messages);
}
