import type { ServiceList } from '../contract/lists.ts';
import { resumedOverBudget } from '../resources/bids/exposure.ts';
import type { Context } from '../resources/context.ts';
import { meets } from '../resources/filter/match.ts';
import type { Form } from '../resources/form.ts';
import { serviceResources } from '../resources/index.ts';
import { inProjects, whyLeftAlone, whyNotChanged } from '../resources/parts/other-project.ts';
import type { Action, Resource } from '../resources/resource.ts';
import type { Rows } from '../resources/rows.ts';
import type { Write } from '../resources/write.ts';
import { searchColumns } from '../store/lists/search-text.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Question } from '../system/prompt.ts';
import { fillForm, type GivenFields, refusedFields } from './form-fields.ts';
import type { FetchedLists } from './list-reader.ts';
import { readFilter } from './read-filter.ts';
import { rowsNamed, rowsToChange } from './read-lists.ts';
import type { VerbOption } from './verb-option.ts';
import type { Verb } from './verbs.ts';

export type ChangeOptions = {
  /** Names or identifiers of the rows to change. */
  readonly names: readonly string[];
  readonly like: string | null;
  /** An option of a feature with which the verb does something else, and its value; null without one. */
  readonly instead: { readonly option: VerbOption; readonly value: string } | null;
  /** Filter that selects the rows to change instead of names; null for none. */
  readonly filter: string | null;
  readonly fields: GivenFields;
  readonly fromFile: string | null;
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** File for the new secret, which the service returns only once; null for none. */
  readonly save: string | null;
  readonly showSecret: boolean;
  /** Longest wait for a bid to be allocated, in milliseconds; null for none. */
  readonly waitMs: number | null;
};

/** The rows that match a filter. @throws {CommandFailure} when rows may be missing: only some would be changed. */
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
  /** Reasons for which rows are left out. */
  readonly refused: readonly string[];
  readonly bringsSecret: boolean;
};

/** How a plan speaks with the operator. */
export type Talk = {
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
  /** Asks before what is planned may be sent. @throws {CommandFailure} without consent. */
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
      // The command names its rows: in production too it asks only the question about the price.
      const planned = await fromForm(several.open(allowed, { production: false, note: null }), lists, options, talk);
      // A refused row that a filter has matched is no failure: the operator did not name it.
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

/** Warns when resuming bids passes the budget. */
export function warnOfBudget(writes: readonly Write[], context: Context, warn: Talk['warn']): void {
  const bids = writes.flatMap(({ fid }) => (fid === null ? [] : (context.rowOf('bids', fid)?.row ?? [])));
  const over = resumedOverBudget(bids, context);
  if (over !== null) warn(`Resumed and filled, running and open bids are ${over}.`);
}

/** The rows to change and the reasons of those that refuse it. A row in the wanted state is reported and is no failure. */
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
