import { type StoragePaths, storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import type { Bid } from '../../contract/bid.ts';
import type { ServiceList } from '../../contract/lists.ts';
import type { Context } from '../../resources/context.ts';
import { meets } from '../../resources/filter/match.ts';
import type { Form } from '../../resources/form.ts';
import { resources } from '../../resources/index.ts';
import type { Action, Resource } from '../../resources/resource.ts';
import type { Rows } from '../../resources/rows.ts';
import type { Write } from '../../resources/write.ts';
import { searchColumns } from '../../state/lists/search-text.ts';
import { confirmed } from '../../system/consent.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../system/exit.ts';
import { writeErrorLine, writeLine } from '../../system/streams.ts';
import { fieldsInFile, fillForm, type GivenFields, refusedFields } from '../form-fields.ts';
import { type FetchedLists, readFleet, rowsNamed, rowsToChange } from '../read-lists.ts';
import { keepSecret, released, reserved, type SecretTarget } from '../save-secret.ts';
import { printRequests, type Sent, sendAll } from '../send.ts';
import { fieldsOf, type Verb } from '../verbs.ts';
import { untilAllocated } from '../wait.ts';
import { pauseAsGroup, resumeGroup } from './pause-group.ts';
import { readFilter } from './read-filter.ts';

export type ChangeOptions = {
  /** Names or identifiers of the rows it is done to. */
  readonly called: readonly string[];
  readonly like: string | null;
  /** The set that is paused or resumed as a whole; null for none. */
  readonly set: string | null;
  /** Finds the rows that it is done to, in place of names; null for none. */
  readonly filter: string | null;
  readonly fields: GivenFields;
  readonly fromFile: string | null;
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** Where a secret goes that comes only once. */
  readonly save: string | null;
  readonly showSecret: boolean;
  /** How long to wait for a bid to be allocated; null not to. Milliseconds. */
  readonly waitMs: number | null;
};

const say = writeLine;
const warn = writeErrorLine;

/** `spotdeck bid pause NAME…` and all its like: an action of the console without the screen. Answers with the exit code. */
export async function change<Name extends ServiceList>(
  settings: Settings,
  verb: Verb<Name>,
  options: ChangeOptions,
): Promise<ExitCode> {
  const { list, action } = verb;
  const file = options.fromFile === null ? {} : await fieldsInFile(options.fromFile, fieldsOf(action));
  const fields = { ...file, ...options.fields };
  const lists = await readFleet(settings, listsFor(verb, options, fields));
  for (const { sentence } of lists.partial.values()) warn(sentence);
  if (settings.readOnly && !options.dryRun)
    throw new CommandFailure(
      EXIT.refused,
      'Read-only: nothing was sent.',
      settings.readOnlyBy?.kind === 'config'
        ? `It is set by ${settings.readOnlyBy.where}.`
        : `Run it without ${settings.readOnlyBy?.name ?? '--read-only'} to make changes.`,
    );
  if (options.set !== null && action.groupEffect !== undefined)
    return ofGroup(settings, lists, action.groupEffect, options.set, options);
  const asked = await askedFor(lists, verb, { ...options, fields });
  if (options.dryRun) {
    printRequests(asked.writes, lists.connection, say);
    return EXIT.done;
  }
  const storage = storagePaths(settings, lists.connection.baseUrl);
  if (asked.bringsSecret)
    return withSecret(asked, { ...lists, storage }, await reserved(options.save, options.showSecret));
  const results = await sendAll(asked.writes, { ...lists, storage, say, warn });
  for (const why of asked.refused) warn(why);
  const codes = [...(asked.refused.length > 0 ? [EXIT.refused] : []), ...results.map(({ code }) => code)];
  const worst = codes.reduce<ExitCode>((max, code) => (code > max ? code : max), EXIT.done);
  if (worst !== EXIT.done || options.waitMs === null || list !== 'bids') return worst;
  return untilAllocated(lists, fidsOf(results), options.waitMs, warn);
}

/** Creates something whose secret comes only once: that is kept before anything is printed, for printing may end the program. */
async function withSecret(
  { writes }: AskedFor,
  parts: FetchedLists & { readonly storage: StoragePaths },
  target: SecretTarget,
): Promise<ExitCode> {
  const lines: string[] = [];
  let results: readonly Sent[];
  try {
    results = await sendAll(writes, { ...parts, say: (line) => lines.push(line), warn });
  } catch (error) {
    await released(target);
    throw error;
  }
  const kept = await keepSecret(target, results, { lines, warn });
  for (const line of kept.lines) say(line);
  return results.reduce<ExitCode>((max, { code }) => (code > max ? code : max), kept.code);
}

/** A whole set of bids is paused or resumed. */
async function ofGroup(
  settings: Settings,
  lists: FetchedLists,
  effect: 'pauses' | 'resumes',
  group: string,
  { called, dryRun }: ChangeOptions,
): Promise<ExitCode> {
  const parts = { fleet: lists, storage: storagePaths(settings, lists.connection.baseUrl), dryRun, say, warn };
  if (effect === 'pauses') return pauseGroup(group, rowsToChange(lists, 'bids', called), parts);
  if (called.length > 0) throw new CommandFailure(EXIT.usage, 'Give names or a set, not both.');
  const missing = lists.partial.get('bids');
  if (missing !== undefined)
    throw new CommandFailure(EXIT.refused, [
      `The set ${group} was not resumed: some of its bids may be missing.`,
      missing.sentence,
    ]);
  return resumeGroup(group, parts);
}

/** A bid that is paused already does not belong to the set: resuming the set would resume it too. */
async function pauseGroup(
  group: string,
  bids: readonly Bid[],
  parts: Parameters<typeof pauseAsGroup>[2],
): Promise<ExitCode> {
  const pause = resources.bids.actions.find(({ groupEffect: effect }) => effect === 'pauses');
  if (pause === undefined || bids.length === 0) return pauseAsGroup(group, bids, parts);
  const { allowed, refused } = allowedOf(pause, bids, parts.fleet.context);
  for (const why of refused) warn(why);
  const code = allowed.length === 0 ? EXIT.done : await pauseAsGroup(group, allowed, parts);
  return code === EXIT.done && refused.length > 0 ? EXIT.refused : code;
}

const fidsOf = (results: readonly Sent[]): readonly string[] =>
  results.flatMap(({ written }) => (written?.kind === 'row' ? [written.row.row.fid] : []));

/** The lists that have to be read first: as few as will do, for this may be a quick pause over a slow line. */
function listsFor<Name extends ServiceList>(
  { list, action }: Verb<Name>,
  { like, yes, filter }: ChangeOptions,
  fields: GivenFields,
): readonly ServiceList[] {
  // A price is judged by other bids and by what runs, a region by all that is anywhere. With --yes nobody is asked.
  const guards: readonly ServiceList[] =
    list === 'bids' && (!yes || filter !== null) ? ['bids', 'instances', 'volumes'] : [];
  switch (action.effect.kind) {
    case 'write':
      return [list];
    case 'destroy':
      return [list, 'bids', 'instances'];
    case 'new': {
      const named = fieldsOf(action).some(({ id, kind }) => kind === 'several' && fields[id] !== undefined);
      return [
        ...guards,
        ...(like === null ? [] : [list]),
        ...(named || like !== null ? (['volumes', 'sshKeys'] as const) : []),
      ];
    }
    default:
      return [...guards, list, 'volumes'];
  }
}

/** The rows that a filter finds. @throws {CommandFailure} where rows that it may find are missing: it would change some of them. */
function rowsMatching<Name extends ServiceList>(
  lists: FetchedLists,
  list: Name,
  filter: string,
  called: readonly string[],
): readonly Rows[Name][] {
  if (called.length > 0) throw new CommandFailure(EXIT.usage, 'Give names or a filter, not both.');
  const [missing] = lists.partial.values();
  if (missing !== undefined)
    throw new CommandFailure(EXIT.refused, 'Nothing was sent: what the filter looks for may be missing.');
  const { columns }: Resource<Name> = resources[list];
  const wanted = readFilter(filter, columns);
  const searched = searchColumns(columns, null, lists.state.connected.allProjects, lists.context);
  return [...lists.context.rowsOf(list).values()]
    .map(({ row }) => row)
    .filter((row) => meets(row, wanted, searched, lists.context));
}

type AskedFor = {
  readonly writes: readonly Write[];
  /** Why rows are left out. */
  readonly refused: readonly string[];
  readonly bringsSecret: boolean;
};

async function askedFor<Name extends ServiceList>(
  lists: FetchedLists,
  { list, word, action, like }: Verb<Name>,
  options: ChangeOptions,
): Promise<AskedFor> {
  const { context } = lists;
  const { effect } = action;
  if (effect.kind === 'new') {
    const [row] = options.like === null ? [] : rowsNamed(lists, list, [options.like]);
    const form =
      row !== undefined && like?.effect.kind === 'form' ? like.effect.open(row, context) : effect.open(context);
    return fromForm(form, lists, options);
  }
  const rows =
    options.filter === null
      ? rowsToChange(lists, list, options.called)
      : rowsMatching(lists, list, options.filter, options.called);
  if (rows.length === 0)
    throw options.filter === null
      ? new CommandFailure(EXIT.usage, `Say which ${resources[list].one} to ${word}, by name or identifier.`)
      : new CommandFailure(EXIT.refused, `No ${resources[list].one} matches the filter, so nothing was sent.`);
  const { allowed, refused } = allowedOf(action, rows, context);
  const [first] = allowed;
  if (first === undefined) return { writes: [], refused, bringsSecret: false };
  if (effect.kind === 'form') {
    const { several } = effect;
    const text = Object.fromEntries(Object.entries(options.fields).map(([id, parts]) => [id, parts.join(' ')]));
    if (several !== undefined && (rows.length > 1 || options.filter !== null || several.needed(text))) {
      // The command is explicit: in production too it asks only what a price calls for.
      const asked = await fromForm(several.open(allowed, { production: false, note: null }), lists, options);
      // What a filter finds beside is no failure: nobody has named it.
      if (options.filter !== null) for (const why of refused) warn(why);
      return options.filter === null ? { ...asked, refused: [...refused, ...asked.refused] } : asked;
    }
    if (rows.length > 1) throw new CommandFailure(EXIT.usage, `Give one ${resources[list].one} to ${word}.`);
    return fromForm(effect.open(first, context), lists, options);
  }
  return { writes: await writesOf(action, allowed, lists, options), refused, bringsSecret: false };
}

/** The rows that something is left to do with, and why others refuse it. What is already done is said, and is no failure. */
function allowedOf<Row>({ alreadyDone, disabledReason }: Action<Row>, rows: readonly Row[], context: Context) {
  const left = rows.filter((row) => {
    const done = alreadyDone?.(row, context) ?? null;
    if (done !== null) say(done);
    return done === null;
  });
  return {
    allowed: left.filter((row) => (disabledReason?.(row, context) ?? null) === null),
    refused: left.flatMap((row) => disabledReason?.(row, context) ?? []),
  };
}

async function writesOf<Name extends ServiceList>(
  { effect }: Action<Rows[Name]>,
  rows: readonly Rows[Name][],
  { context }: FetchedLists,
  { yes, dryRun }: ChangeOptions,
): Promise<readonly Write[]> {
  if (effect.kind === 'destroy') {
    const { title, lines, typed } = effect.ask(rows, context);
    const word = typed ?? 'y';
    const accepts = (answer: string): boolean => answer.trim() === word;
    await confirmed({ lines: [`${title}:`, ...lines.map(({ text }) => text)], typed: word, accepts }, yes || dryRun);
  }
  return effect.kind === 'write' || effect.kind === 'destroy' ? rows.map((row) => effect.write(row, context)) : [];
}

async function fromForm(form: Form, { context }: FetchedLists, options: ChangeOptions): Promise<AskedFor> {
  const values = await fillForm(form, options.fields, context);
  const checked = form.check(values, context);
  if (!checked.ok) throw refusedFields(form, checked.issues);
  for (const { text } of [...form.remarks(values, context), ...(form.warnings?.(values, context) ?? [])]) warn(text);
  if (checked.writes.length > 1 || checked.leftOut !== undefined)
    for (const { field, value } of checked.review) warn(`${field}: ${value}`);
  const { retype } = checked;
  if (retype !== null) {
    const { why, expected: typed, accepts } = retype;
    await confirmed({ lines: [why], typed, accepts }, options.yes || options.dryRun);
  }
  return { writes: checked.writes, refused: checked.leftOut ?? [], bringsSecret: form.bringsSecret?.(values) ?? false };
}
