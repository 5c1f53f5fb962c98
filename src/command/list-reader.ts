import type { Client, Connection } from '../api/client.ts';
import { errorMessage } from '../api/error-messages.ts';
import type { Outcome, ServiceError, WholeList } from '../api/result.ts';
import { connectedTo, connectionFrom, retryPage } from '../config/connection.ts';
import type { Settings } from '../config/settings.ts';
import type { ServiceList } from '../contract/lists.ts';
import { namesNear } from '../lib/nearest.ts';
import { printableIdentifier } from '../lib/sanitize.ts';
import type { Context } from '../resources/context.ts';
import { asciiGlyphs } from '../resources/glyphs.ts';
import { type MissingPart, missingOf } from '../resources/incomplete-lists.ts';
import { serviceResources } from '../resources/index.ts';
import { otherProjectOf } from '../resources/parts/other-project.ts';
import { type ListPart, readList } from '../resources/project-lists.ts';
import type { ServiceResource } from '../resources/resource.ts';
import type { Rows } from '../resources/rows.ts';
import { withOwnApiKeys } from '../store/access.ts';
import { contextOf } from '../store/row-context.ts';
import { startState } from '../store/start-state.ts';
import { type ConsoleState, type Features, projectsOf } from '../store/state.ts';
import { rowsArrived } from '../store/transitions.ts';
import { CommandFailure, EXIT, exitCodeFor } from '../system/exit.ts';
import { clientFor } from '../system/request-log.ts';
import { system } from '../system/system.ts';

/** Printed output has no width. */
const PAPER = { columns: 2000, rows: 2000 };

export type FetchedLists = {
  readonly connection: Connection & { readonly project: string };
  readonly client: Client;
  readonly state: ConsoleState;
  readonly context: Context;
  /** Lists with missing rows. */
  readonly partial: ReadonlyMap<ServiceList, MissingPart>;
};

export type Answer<Name extends ServiceList> = Outcome<WholeList<Rows[Name]>, ServiceError>;

export type ListReader = ReturnType<typeof createListReader>;

export function createListReader(features: Features, settings: Settings) {
  const connection = connectionFrom(settings);
  const client = clientFor(settings, connection);
  const connected = connectedTo(connection, settings);
  let state = startState(features, connected, asciiGlyphs, PAPER, system().clock.now());
  const partial = new Map<ServiceList, MissingPart>();
  const projects = projectsOf(connected);

  const request = <Name extends ServiceList>(name: Name, part?: ListPart<Rows[Name]>): Promise<Answer<Name>> =>
    readList(client, name, projects, { retry: retryPage }, part);
  const arrived = <Name extends ServiceList>(name: Name, list: WholeList<Rows[Name]>): void => {
    state = rowsArrived(state, name, list, { at: state.now, sequence: 1 }, state.now);
  };
  /** @throws {CommandFailure} when the list could not be read. */
  const add = <Name extends ServiceList>(name: Name, answer: Answer<Name>): void => {
    const missing = missingOf(name, answer);
    if (missing !== null) partial.set(name, missing);
    if (!answer.ok) throw failureOf(answer.error);
    arrived(name, answer.value);
  };
  /** Hands on a complete list, and notes one that was read in part. */
  const joined = <Name extends ServiceList>(name: Name, answer: Answer<Name>): void => {
    const missing = missingOf(name, answer);
    if (missing !== null) partial.set(name, missing);
    else if (answer.ok) arrived(name, answer.value);
  };
  const join = async <Name extends ServiceList>(name: Name): Promise<void> => joined(name, await request(name));
  return {
    projects: projects.length,
    request,
    add,
    joined,
    /** Reads joined lists: each whole, or not at all. */
    join: async (names: readonly ServiceList[]): Promise<void> =>
      void (await Promise.all(names.map((name) => join(name)))),
    lists: (): FetchedLists => {
      state = withOwnApiKeys(state, connection.token);
      return { connection, client, state, context: contextOf(state), partial };
    },
  };
}

function failureOf(error: ServiceError): CommandFailure {
  const { what, hint } = errorMessage(error);
  return new CommandFailure(exitCodeFor(error), what, hint);
}

const MAX_NAMED = 10;

/** Reads whole lists; `partial` names those with missing rows. A list of `also` may fail. @throws {CommandFailure} */
export async function readLists(
  features: Features,
  settings: Settings,
  lists: readonly ServiceList[],
  also: readonly ServiceList[] = [],
): Promise<FetchedLists> {
  const reader = createListReader(features, settings);
  const read = async <Name extends ServiceList>(name: Name): Promise<void> =>
    reader.add(name, await reader.request(name));
  const joined = reader.join(also.filter((name) => !lists.includes(name)));
  await Promise.all([joined, ...Array.from(new Set(lists), (name) => read(name))]);
  return reader.lists();
}

/** The row with this identifier, else the rows with this name. */
export function rowsMeant<Name extends ServiceList>(
  { context }: FetchedLists,
  name: Name,
  word: string,
): readonly Rows[Name][] {
  const resource: ServiceResource<Name> = serviceResources[name];
  const all = [...context.rowsOf(name).values()].map(({ row }) => row);
  const byFid = withFid(all, word);
  if (byFid !== undefined) return [byFid];
  const named = all.filter((row) => resource.labelOf(row) === word);
  // A row of another project makes no own name ambiguous.
  const own = named.filter((row) => otherProjectOf(row, context) === null);
  return own.length > 0 ? own : named;
}

/** Rows by identifier or name. `before` are lists already searched. @throws {CommandFailure} with the candidates. */
export function rowsNamed<Name extends ServiceList>(
  lists: FetchedLists,
  name: Name,
  words: readonly string[],
  before: readonly ServiceList[] = [],
): readonly Rows[Name][] {
  const resource: ServiceResource<Name> = serviceResources[name];
  const kinds = [...before.map((list) => serviceResources[list].one), resource.one].join(' or ');
  const found = words.map((word): Rows[Name] => {
    const meant = rowsMeant(lists, name, word);
    const [only] = meant;
    if (only === undefined) {
      const missing = lists.partial.get(name);
      if (missing?.mayLack(word) === true)
        throw new CommandFailure(EXIT.refused, [
          `No ${kinds} is named ${word} in the part of the list that could be read.`,
          missing.sentence,
        ]);
      const near = namesNear(
        word,
        [...before, name].flatMap((list) => labelsIn(lists, list)),
        MAX_NAMED,
      );
      throw new CommandFailure(
        EXIT.usage,
        `No ${kinds} is named ${word}.`,
        near.length > 0
          ? `There are: ${near.join(', ')}.`
          : `Run "spotdeck get ${serviceResources[before[0] ?? name].words.list}" for what there is.`,
      );
    }
    if (meant.length > 1) {
      throw new CommandFailure(
        EXIT.usage,
        `${meant.length} ${resource.words.list} are named ${word}.`,
        `Give an identifier: ${meant.map(({ fid }) => fid).join(', ')}.`,
      );
    }
    return only;
  });
  return [...new Set(found)];
}

function labelsIn<Name extends ServiceList>({ context }: FetchedLists, name: Name): readonly string[] {
  const { labelOf }: ServiceResource<Name> = serviceResources[name];
  return [...context.rowsOf(name).values()].map(({ row }) => labelOf(row));
}

/** Accepts the printed form of an identifier too. */
function withFid<Row extends { readonly fid: string }>(rows: readonly Row[], word: string): Row | undefined {
  return rows.find(({ fid }) => fid === word) ?? rows.find(({ fid }) => fid === printableIdentifier(word));
}

/** Rows to change. With missing rows only identifiers count: a namesake may be missing. */
export function rowsToChange<Name extends ServiceList>(
  lists: FetchedLists,
  name: Name,
  words: readonly string[],
): readonly Rows[Name][] {
  const rows = rowsNamed(lists, name, words);
  const { one }: ServiceResource<Name> = serviceResources[name];
  const missing = lists.partial.get(name);
  const all = [...lists.context.rowsOf(name).values()].map(({ row }) => row);
  const ambiguous = words.find((word) => missing?.mayLack(word) === true && withFid(all, word) === undefined);
  if (missing === undefined || ambiguous === undefined) return rows;
  throw new CommandFailure(
    EXIT.refused,
    [`Another ${one} may be named ${ambiguous} too, so nothing was sent.`, missing.sentence],
    'Give an identifier.',
  );
}
