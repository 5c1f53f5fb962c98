import type { Settings } from '../config/settings.ts';
import type { ServiceList } from '../contract/lists.ts';
import { namesNear } from '../lib/nearest.ts';
import { printableIdentifier } from '../lib/sanitize.ts';
import { serviceResources } from '../resources/index.ts';
import { otherProjectOf } from '../resources/parts/other-project.ts';
import type { ServiceResource } from '../resources/resource.ts';
import type { Rows } from '../resources/rows.ts';
import type { Features } from '../store/features.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { createListReader, type FetchedLists } from './list-reader.ts';

/** Most names that an unknown one may mean. */
const MAX_NAMED = 10;

/**
 * Reads whole lists. One that ends early has the rows that were read, and is named in `partial`, as is one of `also` that can't be read.
 * @throws {CommandFailure} when a list can't be read.
 */
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

/** The rows that a word may mean: the one with this identifier, else those with this name. */
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
  // What a service lists of other projects makes no name of this one ambiguous.
  const own = named.filter((row) => otherProjectOf(row, context) === null);
  return own.length > 0 ? own : named;
}

/**
 * Finds rows by identifier or name, each once. `before` are the lists in which the words were looked for first.
 * @throws {CommandFailure} that names the candidates.
 */
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

/** The names of the rows of a list. */
function labelsIn<Name extends ServiceList>({ context }: FetchedLists, name: Name): readonly string[] {
  const { labelOf }: ServiceResource<Name> = serviceResources[name];
  return [...context.rowsOf(name).values()].map(({ row }) => labelOf(row));
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
