import type { Client, Connection } from '../api/client.ts';
import { errorMessage } from '../api/error-messages.ts';
import { connectedTo, connectionFrom } from '../config/connection.ts';
import type { Settings } from '../config/settings.ts';
import type { ServiceList } from '../contract/lists.ts';
import { printableIdentifier } from '../lib/sanitize.ts';
import type { Context } from '../resources/context.ts';
import { type Missing, missingOf } from '../resources/incomplete-lists.ts';
import { resources } from '../resources/index.ts';
import { asciiGlyphs } from '../resources/parts/glyphs.ts';
import { readList } from '../resources/project-lists.ts';
import type { Resource } from '../resources/resource.ts';
import type { Rows } from '../resources/rows.ts';
import { rowsArrived } from '../state/lists/transitions.ts';
import { withOwnApiKeys } from '../state/own-api-keys.ts';
import { projectsOf } from '../state/projects.ts';
import { contextOf } from '../state/row-context.ts';
import { startState } from '../state/start-state.ts';
import type { ConsoleState } from '../state/state.ts';
import { CommandFailure, EXIT, exitCodeFor } from '../system/exit.ts';
import { clientFor } from '../system/request-log.ts';

/** Size of the screen for a command: printed output has no width. */
const PAPER = { columns: 2000, rows: 2000 };

/** Lists that a command has read, in the console's state. */
export type FetchedLists = {
  readonly connection: Connection & { readonly project: string };
  readonly client: Client;
  readonly state: ConsoleState;
  readonly context: Context;
  /** Lists that could not be read whole. */
  readonly partial: ReadonlyMap<ServiceList, Missing>;
};

/**
 * Reads lists, and then the lists they are joined with, unless there are no rows to join. A list that ends early has the rows that
 * were read; a joined list is there whole or not at all. `partial` has every list that is not whole.
 * @throws {CommandFailure} when a list other than a joined one can't be read.
 */
export async function readLists(
  settings: Settings,
  lists: readonly ServiceList[],
  joined: readonly ServiceList[] = [],
): Promise<FetchedLists> {
  const connection = connectionFrom(settings);
  const client = clientFor(settings, connection);
  const connected = connectedTo(connection, settings);
  let state = startState(connected, asciiGlyphs, PAPER, Date.now());
  const partial = new Map<ServiceList, Missing>();
  const read = async <Name extends ServiceList>(name: Name, isJoined: boolean): Promise<void> => {
    const progress = { signal: new AbortController().signal, onPage: () => undefined };
    const answer = await readList(client, name, projectsOf(connected), progress);
    const missing = missingOf(name, answer);
    if (missing !== null) partial.set(name, missing);
    if (isJoined && missing !== null) return;
    if (!answer.ok) {
      const { what, hint } = errorMessage(answer.error);
      throw new CommandFailure(exitCodeFor(answer.error), what, hint);
    }
    state = rowsArrived(state, name, answer.value, { at: state.now, sequence: 1 }, state.now);
  };
  await Promise.all(Array.from(new Set(lists), (name) => read(name, false)));
  if (lists.some((name) => state.lists[name].rows.size > 0)) await Promise.all(joined.map((name) => read(name, true)));
  state = withOwnApiKeys(state, connection.token);
  return { connection, client, state, context: contextOf(state), partial };
}

/** Finds rows by identifier or name, each once. @throws {CommandFailure} that names the candidates. */
export function rowsNamed<Name extends ServiceList>(
  lists: FetchedLists,
  name: Name,
  words: readonly string[],
): readonly Rows[Name][] {
  const resource: Resource<Name> = resources[name];
  const all = [...lists.context.rowsOf(name).values()].map(({ row }) => row);
  const found = words.map((word): Rows[Name] => {
    const byFid = withFid(all, word);
    if (byFid !== undefined) return byFid;
    const byName = all.filter((row) => resource.labelOf(row) === word);
    const [only] = byName;
    if (only === undefined) {
      const missing = lists.partial.get(name);
      if (missing?.mayLack(word) === true)
        throw new CommandFailure(EXIT.refused, [
          `No ${resource.one} is named ${word} in the part of the list that could be read.`,
          missing.sentence,
        ]);
      const near = all.map(resource.labelOf).filter((other) => other.toLowerCase().includes(word.toLowerCase()));
      throw new CommandFailure(
        EXIT.usage,
        `No ${resource.one} is named ${word}.`,
        near.length > 0
          ? `There are: ${near.slice(0, 10).join(', ')}.`
          : `Run "spotdeck get ${resource.words.list}" for what there is.`,
      );
    }
    if (byName.length > 1) {
      throw new CommandFailure(
        EXIT.usage,
        `${byName.length} ${resource.words.list} are named ${word}.`,
        `Give an identifier: ${byName.map(({ fid }) => fid).join(', ')}.`,
      );
    }
    return only;
  });
  return [...new Set(found)];
}

/** Finds a row by its identifier, in the printed form or in the service's. */
function withFid<Row extends { readonly fid: string }>(rows: readonly Row[], word: string): Row | undefined {
  return rows.find(({ fid }) => fid === word) ?? rows.find(({ fid }) => fid === printableIdentifier(word));
}

/**
 * Finds rows to change by identifier or name. In a list that could not be read whole only an identifier is accepted,
 * since another row of the same name may be missing.
 */
export function rowsToChange<Name extends ServiceList>(
  lists: FetchedLists,
  name: Name,
  words: readonly string[],
): readonly Rows[Name][] {
  const rows = rowsNamed(lists, name, words);
  const { one }: Resource<Name> = resources[name];
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
