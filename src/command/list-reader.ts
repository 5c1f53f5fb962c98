import type { Client, Connection } from '../api/client.ts';
import { errorMessage } from '../api/error-messages.ts';
import type { Outcome, ServiceError, WholeList } from '../api/result.ts';
import { retryPage } from '../app/page-retry.ts';
import { connectedTo, connectionFrom } from '../config/connection.ts';
import type { Settings } from '../config/settings.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Context } from '../resources/context.ts';
import { asciiGlyphs } from '../resources/glyphs.ts';
import { type MissingPart, missingOf } from '../resources/incomplete-lists.ts';
import { type ListPart, readList } from '../resources/project-lists.ts';
import type { Rows } from '../resources/rows.ts';
import type { Features } from '../store/features.ts';
import { withOwnApiKeys } from '../store/own-api-keys.ts';
import { projectsOf } from '../store/projects.ts';
import { contextOf } from '../store/row-context.ts';
import { startState } from '../store/start-state.ts';
import type { ConsoleState } from '../store/state.ts';
import { rowsArrived } from '../store/transitions.ts';
import { CommandFailure, exitCodeFor } from '../system/exit.ts';
import { clientFor } from '../system/request-log.ts';
import { system } from '../system/system.ts';

/** Size of the screen for a command: printed output has no width. */
const PAPER = { columns: 2000, rows: 2000 };

/** Lists that a command has read, in the console's state. */
export type FetchedLists = {
  readonly connection: Connection & { readonly project: string };
  readonly client: Client;
  readonly state: ConsoleState;
  readonly context: Context;
  /** Lists that could not be read whole. */
  readonly partial: ReadonlyMap<ServiceList, MissingPart>;
};

export type Answer<Name extends ServiceList> = Outcome<WholeList<Rows[Name]>, ServiceError>;

/** Reads the lists of a command, one after the other or together. */
export type ListReader = {
  /** Number of projects that are read. */
  readonly projects: number;
  /** Sends the requests of a list, or of a part of it. */
  readonly request: <Name extends ServiceList>(name: Name, part?: ListPart<Rows[Name]>) => Promise<Answer<Name>>;
  /** Adds an answer to the lists. @throws {CommandFailure} when the list could not be read. */
  readonly add: <Name extends ServiceList>(name: Name, answer: Answer<Name>) => void;
  /** Adds the answer for a list that others are joined with: all of it, or nothing. */
  readonly joined: <Name extends ServiceList>(name: Name, answer: Answer<Name>) => void;
  /** Reads lists that others are joined with: each whole, or not at all. */
  readonly join: (names: readonly ServiceList[]) => Promise<void>;
  readonly lists: () => FetchedLists;
};

export function createListReader(features: Features, settings: Settings): ListReader {
  const connection = connectionFrom(settings);
  const client = clientFor(settings, connection);
  const connected = connectedTo(connection, settings);
  let state = startState(features, connected, asciiGlyphs, PAPER, system().clock.now());
  const partial = new Map<ServiceList, MissingPart>();
  const projects = projectsOf(connected);

  const request: ListReader['request'] = (name, part) => {
    const progress = { signal: new AbortController().signal, onPage: () => undefined, retry: retryPage };
    return readList(client, name, projects, progress, part);
  };
  const arrived = <Name extends ServiceList>(name: Name, list: WholeList<Rows[Name]>): void => {
    state = rowsArrived(state, name, list, { at: state.now, sequence: 1 }, state.now);
  };
  const add: ListReader['add'] = (name, answer) => {
    const missing = missingOf(name, answer);
    if (missing !== null) partial.set(name, missing);
    if (!answer.ok) throw failureOf(answer.error);
    arrived(name, answer.value);
  };
  const joined: ListReader['joined'] = (name, answer) => {
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
    join: async (names) => void (await Promise.all(names.map((name) => join(name)))),
    lists: () => {
      state = withOwnApiKeys(state, connection.token);
      return { connection, client, state, context: contextOf(state), partial };
    },
  };
}

function failureOf(error: ServiceError): CommandFailure {
  const { what, hint } = errorMessage(error);
  return new CommandFailure(exitCodeFor(error), what, hint);
}
