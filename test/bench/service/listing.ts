import type { Row } from './fleet.ts';

/** What a list allows: filters of one value, filters of a list of values, and its orders, each with the member it reads. */
export type Rules = {
  readonly filters: Readonly<Record<string, string>>;
  readonly anyOf: Readonly<Record<string, string>>;
  readonly orders: Readonly<Record<string, string>>;
};

/** A row with its text. */
export type Entry = {
  row: Row;
  text: string;
  /** Position in the order of creation, oldest first. */
  readonly rank: number;
  /** Time at which the service wrote the newest answer with this row that has been delivered, in milliseconds since 1970; 0 without one. */
  deliveredAsOf: number;
  /** When the row was last changed, and when the first answer with that change was delivered. Milliseconds since 1970. */
  changedAt: number;
  changeDeliveredAt: number | null;
};

export type Page = { readonly entries: readonly Entry[]; readonly text: string };
export type Refusal = { readonly refused: string };

export type Listing = {
  /** A page of the rows that match a query, or why the query is refused. */
  readonly page: (query: URLSearchParams) => Page | Refusal;
  /** Replaces members of a row; returns whether there is a row of this name. */
  readonly change: (name: string, members: Partial<Row>) => boolean;
  readonly entry: (name: string) => Entry | undefined;
  /** Forgets what was delivered. */
  readonly forget: () => void;
};

const MAX_LIMIT = 100;
const PAGING = new Set(['project', 'next_cursor', 'sort_by', 'sort_dir', 'limit']);

type Order = { readonly by: string; readonly member: string; readonly descending: boolean };

/**
 * Holds a list and answers its pages. The rows of each combination of filters and order are sorted once and kept until one
 * changes in a member that these read. A cursor is the last row's position, so rows that come and go between pages shift no others.
 */
export function createListing(rows: readonly Row[], rules: Rules): Listing {
  const entries = rows
    .toSorted((a, b) => compare(a.created_at, b.created_at) || compare(a.fid, b.fid))
    .map(
      (row, rank): Entry => ({
        row,
        text: JSON.stringify(row),
        rank,
        deliveredAsOf: 0,
        changedAt: 0,
        changeDeliveredAt: null,
      }),
    );
  const named = new Map(entries.map((entry) => [entry.row.name, entry]));
  const kept = new Map<string, { readonly entries: readonly Entry[]; readonly members: readonly string[] }>();
  const grouped = new Map(
    Object.values(rules.anyOf).map((member) => [member, Map.groupBy(entries, ({ row }) => row[member])]),
  );

  const candidates = (query: URLSearchParams): readonly Entry[] => {
    const lists = Object.entries(rules.anyOf).filter(([name]) => query.has(name));
    if (lists.length === 0) return entries;
    return lists.flatMap(([name, member]) =>
      [...new Set(query.get(name)?.split(','))].flatMap((value) => grouped.get(member)?.get(value) ?? []),
    );
  };
  const matching = (query: URLSearchParams, order: Order): readonly Entry[] => {
    const filters = Object.entries(rules.filters).filter(([name]) => query.has(name));
    const isKept = ({ row }: Entry): boolean =>
      filters.every(([name, member]) => String(row[member]) === query.get(name));
    return candidates(query)
      .filter(isKept)
      .sort((a, b) => position(a, order, keyOf(b, order), b.rank));
  };
  const matchingOnce = (query: URLSearchParams, order: Order): readonly Entry[] => {
    if (Object.keys(rules.anyOf).some((name) => query.has(name))) return matching(query, order);
    const filters = Object.entries(rules.filters).filter(([name]) => query.has(name));
    const key = JSON.stringify([order, filters.map(([name]) => [name, query.get(name)])]);
    const known = kept.get(key)?.entries;
    if (known !== undefined) return known;
    const entries = matching(query, order);
    kept.set(key, { entries, members: [order.member, ...filters.map(([, member]) => member)] });
    return entries;
  };

  return {
    page: (query) => {
      const unknown = [...query.keys()].find(
        (name) => !PAGING.has(name) && !Object.hasOwn(rules.filters, name) && !Object.hasOwn(rules.anyOf, name),
      );
      if (unknown !== undefined) return { refused: unknown };
      const order = readOrder(query, rules);
      if (order === null) return { refused: 'sort_by' };
      const limit = Number(query.get('limit') ?? MAX_LIMIT);
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) return { refused: 'limit' };
      const after = readCursor(query.get('next_cursor'), order);
      if (after === 'foreign') return { refused: 'next_cursor' };
      const found = matchingOnce(query, order);
      const from = after === null ? 0 : firstAfter(found, order, after);
      const page = found.slice(from, from + limit);
      const last = page.at(-1);
      const next = last === undefined || from + limit >= found.length ? null : cursorAt(last, order);
      const data = page.map(({ text }) => text).join(',');
      return { entries: page, text: `{"data":[${data}],"next_cursor":${JSON.stringify(next)}}` };
    },
    change: (name, members) => {
      const entry = named.get(name);
      if (entry === undefined) return false;
      entry.row = { ...entry.row, ...members };
      entry.text = JSON.stringify(entry.row);
      entry.changedAt = Date.now();
      entry.changeDeliveredAt = null;
      for (const [key, { members: read }] of kept) {
        if (read.some((member) => Object.hasOwn(members, member))) kept.delete(key);
      }
      return true;
    },
    entry: (name) => named.get(name),
    forget: () => {
      for (const entry of entries) entry.deliveredAsOf = 0;
    },
  };
}

/** Takes note that an answer with rows, written at a time, was delivered. */
export function delivered(entries: readonly Entry[], asOf: number): void {
  for (const entry of entries) {
    entry.deliveredAsOf = Math.max(entry.deliveredAsOf, asOf);
    if (asOf >= entry.changedAt) entry.changeDeliveredAt ??= Date.now();
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The key of a row in an order. Order by creation needs none: the rank says it. */
const keyOf = ({ row }: Entry, { member }: Order): string => (member === 'created_at' ? '' : String(row[member]));

function position(entry: Entry, order: Order, key: string, rank: number): number {
  const ascending = compare(keyOf(entry, order), key) || entry.rank - rank;
  return order.descending ? -ascending : ascending;
}

/** Reads the order of a query; null where the list has none like it. Without one the newest rows come first. */
function readOrder(query: URLSearchParams, { orders }: Rules): Order | null {
  const by = query.get('sort_by') ?? 'created_at';
  const direction = query.get('sort_dir') ?? (query.has('sort_by') ? 'asc' : 'desc');
  const member = Object.hasOwn(orders, by) ? orders[by] : undefined;
  if (member === undefined || (direction !== 'asc' && direction !== 'desc')) return null;
  return { by, member, descending: direction === 'desc' };
}

function cursorAt(entry: Entry, order: Order): string {
  return Buffer.from(JSON.stringify([order.by, order.descending, keyOf(entry, order), entry.rank])).toString(
    'base64url',
  );
}

type Position = { readonly key: string; readonly rank: number };

function readCursor(text: string | null, order: Order): Position | null | 'foreign' {
  if (text === null) return null;
  try {
    const [by, descending, key, rank]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (by !== order.by || descending !== order.descending) return 'foreign';
    return typeof key === 'string' && typeof rank === 'number' ? { key, rank } : 'foreign';
  } catch {
    return 'foreign';
  }
}

/** The index of the first entry behind a position, by halves. */
function firstAfter(entries: readonly Entry[], order: Order, { key, rank }: Position): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry !== undefined && position(entry, order, key, rank) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
