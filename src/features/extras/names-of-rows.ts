import type { ForeignPath } from '../../api/client.ts';
import { printableIdentifier, printableLine } from '../../lib/sanitize.ts';
import { cut } from '../../lib/width.ts';
import type { Aliases } from '../../resources/context.ts';

/** `left` counts rows without a usable name. */
export type ReadNames = { readonly names: Aliases; readonly left: number };

/** As wide as a name in the config file. */
const MAX_WIDTH = 40;
const MAX_IDENTIFIER = 200;

type Named = { readonly identifier: string; readonly name: string; readonly region: string };

/**
 * Each name means one identifier: the region tells equal names apart, and names still equal are dropped. So is a name
 * equal to an identifier of the list, since it would show one thing as another.
 */
export function namesOfRows(rows: readonly unknown[], from: Members): ReadNames {
  const named = rows.flatMap((row) => namedIn(row, from) ?? []);
  const identifiers = new Set(named.map(({ identifier }) => identifier.toLowerCase()));
  const short = countOf(named.map(({ name }) => name));
  const withRegion = named.map((one) => ({ ...one, name: isOnce(short, one.name) ? one.name : long(one) }));
  const all = countOf(withRegion.map(({ name }) => name));
  const names = new Map(
    withRegion
      .filter(({ name }) => isOnce(all, name) && !identifiers.has(name.toLowerCase()))
      .map(({ identifier, name }) => [identifier, name]),
  );
  return { names, left: rows.length - names.size };
}

/** The operator's names win, and no other identifier gets the same. */
export function withOwnNames(read: Aliases, own: Aliases): Aliases {
  const taken = new Set([...own.values()].map((name) => name.toLowerCase()));
  return new Map([...[...read].filter(([, name]) => !taken.has(name.toLowerCase())), ...own]);
}

/** The operator's names, then those of each list; the first that names an identifier wins. */
export const namesBeside = (own: Aliases, lists: readonly { readonly names: Aliases }[]): Aliases =>
  withOwnNames(
    lists.reduceRight<Aliases>((names, list) => withOwnNames(names, list.names), new Map()),
    own,
  );

function namedIn(row: unknown, { identifier, names, region }: Members): Named | null {
  const called = names.map((name) => textIn(row, name)).find((text) => oneLine(text) !== '') ?? '';
  const [of, where] = [textIn(row, identifier), region === null ? '' : textIn(row, region)];
  const shown = printableIdentifier(of);
  if (shown === '' || shown.length > MAX_IDENTIFIER) return null;
  const words = oneLine(called);
  return words === '' || words === shown ? null : { identifier: shown, name: words, region: oneLine(where) };
}

const oneLine = (text: string): string =>
  cut(printableLine(text.slice(0, 1_000)).replace(/\s+/g, ' ').trim(), MAX_WIDTH);

const long = ({ name, region }: Named): string => (region === '' ? name : cut(`${name}.${region}`, MAX_WIDTH));

function textIn(row: unknown, member: string): string {
  if (typeof row !== 'object' || row === null) return '';
  const value: unknown = Object.entries(row).find(([name]) => name === member)?.[1];
  return typeof value === 'string' ? value : '';
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  return counts;
}

const isOnce = (counts: ReadonlyMap<string, number>, name: string): boolean => counts.get(name.toLowerCase()) === 1;

type Members = Omit<NamesFrom, 'path'>;

/** A list of the service with names, and the members read of its rows. */
export type NamesFrom = {
  /** Below the address of the service. */
  readonly path: ForeignPath;
  readonly identifier: string;
  /** The first that a row has. */
  readonly names: readonly string[];
  /** Tells equal names apart; null for none. */
  readonly region: string | null;
};

/** Two missing lists are the same. */
export const isSameList = (a: NamesFrom | null, b: NamesFrom | null): boolean =>
  a?.path === b?.path &&
  a?.identifier === b?.identifier &&
  a?.names.join('\n') === b?.names.join('\n') &&
  a?.region === b?.region;
