import { errorMessage } from '../../api/error-messages.ts';
import type { VerbOption } from '../../command/feature.ts';
import { inLines, type Printing, printRows } from '../../command/format.ts';
import { identity, type Shape, text } from '../../command/json.ts';
import { type FetchedLists, readLists } from '../../command/list-reader.ts';
import {
  type ChangeOptions,
  fieldsInFile,
  type GivenFields,
  type PlannedWrites,
  planWrites,
} from '../../command/planned-writes.ts';
import { releaseTarget, reserveTarget, saveResultSecret } from '../../command/save-secret.ts';
import { printRequests, sendAll } from '../../command/send.ts';
import type { SendResult } from '../../command/settle.ts';
import { fieldsOf, optionOf, type Verb, verbsOf } from '../../command/verbs.ts';
import { requireChanges } from '../../config/may-change.ts';
import { type StoragePaths, storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { pause } from '../../lib/clock.ts';
import { jsonWithBigints } from '../../lib/values.ts';
import { serviceResources } from '../../resources/index.ts';
import { isStatus, statusWord } from '../../resources/parts/status.ts';
import { readList } from '../../resources/project-lists.ts';
import { readOnlyHint } from '../../store/read-only.ts';
import type { Features } from '../../store/state.ts';
import { CommandFailure, EXIT, type ExitCode, exitCodeFor } from '../../system/exit.ts';
import { confirmed, type Question } from '../../system/prompt.ts';
import { writeErrorLine, writeLine } from '../../system/streams.ts';
import { system } from '../../system/system.ts';

const warn = writeErrorLine;

/** A verb with its options of features. */
type NamedVerb = {
  readonly list: ServiceList;
  readonly word: string;
  readonly options: readonly VerbOption[];
};

/** `own` are commander's options. */
type GivenOptions = { readonly own: Readonly<Record<string, unknown>>; readonly printing: Printing };

type Options = ChangeOptions & { readonly printing: Printing };

/** When rows are printed for programs, sentences go to stderr. */
const sayFor = ({ printing }: Pick<Options, 'printing'>) => (printing.output === 'table' ? writeLine : warn);

export function changeFromArguments(
  features: Features,
  settings: Settings,
  { list, word, options }: NamedVerb,
  names: unknown,
  { own, printing }: GivenOptions,
): Promise<ExitCode> {
  const verb = verbsOf(features.panes, list).find((one) => one.word === word);
  if (verb === undefined) throw new Error(`There is no verb ${word} of ${list}.`);
  return change(features, settings, verb, {
    printing,
    names: wordsIn(names),
    like: textIn(own['like']),
    instead: insteadIn(options, own),
    filter: textIn(own['filter']),
    fields: givenFields(verb, own),
    fromFile: textIn(own['fromFile']),
    yes: own['yes'] === true,
    dryRun: own['dryRun'] === true,
    save: textIn(own['save']),
    showSecret: own['showSecret'] === true,
    waitMs: own['wait'] === true && typeof own['waitTimeout'] === 'number' ? own['waitTimeout'] : null,
  });
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const wordsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((word) => typeof word === 'string');

function insteadIn(options: readonly VerbOption[], own: Readonly<Record<string, unknown>>): ChangeOptions['instead'] {
  const given = options.flatMap((option) => {
    const value = textIn(own[option.name]);
    return value === null ? [] : [{ option, value }];
  });
  return given[0] ?? null;
}

function givenFields<Name extends ServiceList>(
  { action }: Verb<Name>,
  own: Readonly<Record<string, unknown>>,
): GivenFields {
  return Object.fromEntries(
    fieldsOf(action).flatMap((field): [string, readonly string[]][] => {
      const name = optionOf(field).long.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const value = own[name];
      return value === undefined ? [] : [[field.id, wordsIn(value)]];
    }),
  );
}

/** Runs a verb such as `bid pause`. Returns the exit code. */
async function change<Name extends ServiceList>(
  features: Features,
  settings: Settings,
  verb: Verb<Name>,
  options: Options,
): Promise<ExitCode> {
  const { list, action } = verb;
  requirePrintable(options);
  const say = sayFor(options);
  if (!options.dryRun) requireChanges(settings);
  const refusal = readOnlyHint(settings);
  if (refusal !== null) warn(`Read-only: without --dry-run it is refused. ${refusal}`);
  const file = options.fromFile === null ? {} : await fieldsInFile(options.fromFile, fieldsOf(action));
  const fields = { ...file, ...options.fields };
  // A made row is none of these.
  const known = action.effect.kind === 'new' && !options.dryRun ? [list] : [];
  const read = () => readLists(features, settings, listsFor(verb, options, fields, settings), known);
  const first = await read();
  for (const { sentence } of first.partial.values()) warn(sentence);
  const { instead, names, dryRun } = options;
  if (instead !== null) return instead.option.run(instead.value, { settings, fleet: first, names, dryRun, say, warn });
  const { planned, lists } = await agreedPlan(first, read, verb, { ...options, fields });
  if (options.dryRun) {
    printRequests(planned.writes, lists.connection, say);
    return EXIT.done;
  }
  const storage = storagePaths(settings, lists.connection.baseUrl);
  if (planned.bringsSecret) return withSecret(planned, { ...lists, storage }, options);
  const results = await sendAll(planned.writes, { ...lists, storage, say, warn });
  for (const why of planned.refused) warn(why);
  printResults(planned, results, options);
  const codes = [...(planned.refused.length > 0 ? [EXIT.refused] : []), ...results.map(({ code }) => code)];
  const worst = codes.reduce<ExitCode>((max, code) => (code > max ? code : max), EXIT.done);
  if (worst !== EXIT.done || options.waitMs === null || list !== 'bids') return worst;
  return untilAllocated(lists, fidsOf(results), options.waitMs, warn);
}

/** Plans and asks. @throws {CommandFailure} without consent, or if the plan has changed since the question. */
async function agreedPlan<Name extends ServiceList>(
  lists: FetchedLists,
  read: () => Promise<FetchedLists>,
  verb: Verb<Name>,
  options: Options,
): Promise<{ readonly planned: PlannedWrites; readonly lists: FetchedLists }> {
  const asked: Question[] = [];
  const isAsked = !options.yes && !options.dryRun;
  const ask = async (question: Question): Promise<void> => {
    asked.push(question);
    if (!options.dryRun) await confirmed(question, options.yes);
  };
  const planned = await planWrites(lists, verb, options, { say: sayFor(options), warn, ask });
  if (asked.length === 0 || !isAsked) return { planned, lists };
  const now = await read();
  const askedNow: Question[] = [];
  const silent = { say: () => undefined, warn: () => undefined };
  const plannedNow = await planWrites(now, verb, options, {
    ...silent,
    ask: async (question) => void askedNow.push(question),
  });
  if (identityOf(asked, planned) === identityOf(askedNow, plannedNow)) return { planned: plannedNow, lists: now };
  throw new CommandFailure(
    EXIT.refused,
    'What this would do has changed since it was asked, so nothing was sent.',
    'Run it again to see what it would do now.',
  );
}

const identityOf = (asked: readonly Question[], { writes, refused }: PlannedWrites): string =>
  jsonWithBigints([
    asked.map(({ lines, typed }) => [lines, typed]),
    writes.map(({ call, input }) => [call, input]),
    refused,
  ]);

/** Saves the secret before printing anything: a failed print may end the program. */
async function withSecret(
  planned: PlannedWrites,
  parts: FetchedLists & { readonly storage: StoragePaths },
  options: Options,
): Promise<ExitCode> {
  const target = await reserveTarget(options.save, options.showSecret);
  const lines: string[] = [];
  let results: readonly SendResult[];
  try {
    results = await sendAll(planned.writes, { ...parts, say: (line) => lines.push(line), warn });
  } catch (error) {
    await releaseTarget(target);
    throw error;
  }
  const saved = await saveResultSecret(target, results, { lines, warn });
  for (const line of saved.lines) sayFor(options)(line);
  printResults(planned, results, options);
  return results.reduce<ExitCode>((max, { code }) => (code > max ? code : max), saved.code);
}

type Sent = { readonly write: PlannedWrites['writes'][number]; readonly result: SendResult };

const sentShape: Shape<Sent> = {
  list: text(({ write }) => serviceResources[write.list].words.list),
  ...identity(({ write, result: { written } }: Sent) => ({
    fid: write.fid ?? fidOf(written),
    name: write.name,
  })),
  verb: text(({ write }) => write.verb),
  outcome: text(({ result }) => result.kind),
};

function fidOf(written: SendResult['written']): string | null {
  if (written?.kind === 'row') return written.row.row.fid;
  return written?.kind === 'secret' ? written.secret.fid : null;
}

/** Prints the results for programs; people have read sentences. */
function printResults({ writes }: PlannedWrites, results: readonly SendResult[], { printing }: Options): void {
  if (printing.output === 'table') return;
  const sent = writes.flatMap((write, at): readonly Sent[] => {
    const result = results[at];
    return result === undefined ? [] : [{ write, result }];
  });
  printRows(
    printing,
    inLines(sentShape, sent, () => []),
  );
}

/** @throws {CommandFailure} for options printed as text alone. */
function requirePrintable({ printing, dryRun, showSecret, instead }: Options): void {
  const alone = dryRun ? '--dry-run' : showSecret ? '--show-secret' : (instead?.option.flags.split(' ')[0] ?? null);
  if (printing.output === 'table' || alone === null) return;
  throw new CommandFailure(EXIT.usage, `${alone} prints text, no ${printing.output}.`, 'Leave --output away.');
}

const fidsOf = (results: readonly SendResult[]): readonly string[] =>
  results.flatMap(({ written }) => (written?.kind === 'row' ? [written.row.row.fid] : []));

/** As few lists as possible: a quick pause must work over a slow line. */
function listsFor<Name extends ServiceList>(
  { list, action }: Verb<Name>,
  { like, yes, filter }: ChangeOptions,
  fields: GivenFields,
  { budgetPerHour }: Settings,
): readonly ServiceList[] {
  // Prices need other bids and running costs, regions all rows. With --yes nothing is judged.
  const guards: readonly ServiceList[] =
    list === 'bids' && (!yes || filter !== null) ? ['bids', 'instances', 'volumes'] : [];
  switch (action.effect.kind) {
    case 'write':
      // The cost of resuming needs all bids and instances.
      return action.groupEffect === 'resumes' && budgetPerHour !== null ? ['bids', 'instances'] : [list];
    case 'destroy':
      return [list, 'bids', 'instances'];
    case 'new': {
      // USD is a currency if the service uses it.
      const inLetters = /\p{L}/u.test((fields['price'] ?? []).join(' '));
      const named = fieldsOf(action).some(({ id, kind }) => kind === 'several' && fields[id] !== undefined);
      return [
        ...guards,
        ...(like === null && !inLetters ? [] : [list]),
        ...(named || like !== null ? (['volumes', 'sshKeys'] as const) : []),
      ];
    }
    default:
      return [...guards, list, 'volumes'];
  }
}

const POLL_MS = 2000;

/** Waits for allocation and reports each status. Returns 1 when a bid ends or time is up. */
async function untilAllocated(
  { client, connection }: FetchedLists,
  fids: readonly string[],
  forMs: number,
  log: (line: string) => void,
): Promise<ExitCode> {
  const { clock } = system();
  const end = clock.steady() + forMs;
  let shown = '';
  for (;;) {
    const answer = await readList(client, 'bids', [connection.project], {});
    if (!answer.ok && (answer.error.kind === 'not-signed-in' || answer.error.kind === 'no-token')) {
      log(errorMessage(answer.error).what);
      return exitCodeFor(answer.error);
    }
    const bids = answer.ok ? fids.flatMap((fid) => answer.value.rows.get(fid)?.row ?? []) : [];
    const now = answer.ok
      ? bids.map(({ name, fid, status }) => `${name ?? fid}: ${statusWord('bid', status) || 'unknown'}`).join(', ')
      : errorMessage(answer.error).what;
    if (now !== shown && now !== '') log(now);
    shown = now;
    if (bids.length === fids.length && bids.every(({ status }) => isStatus(status, 'allocated'))) return EXIT.done;
    if (bids.some(({ status }) => isStatus(status, 'terminated'))) {
      log('A bid that has ended cannot be allocated.');
      return EXIT.refused;
    }
    if (clock.steady() + POLL_MS > end) {
      log('Timed out. The bid is unchanged.');
      return EXIT.refused;
    }
    await pause(clock, POLL_MS);
  }
}
