import type { Row } from './fleet.ts';

/** Filters of one value, of several, and orders, each with its member. */
export type Rules = {
  readonly filters: Readonly<Record<string, string>>;
  readonly anyOf: Readonly<Record<string, string>>;
  readonly orders: Readonly<Record<string, string>>;
};

export type Entry = {
  row: Row;
  text: string;
  /** In order of creation, oldest first. */
  readonly rank: number;
  /** When the newest delivered answer was written, in milliseconds since 1970; 0 for none. */
  deliveredAsOf: number;
  /** Of the last change, and of its first delivery. Milliseconds since 1970. */
  changedAt: number;
  changeDeliveredAt: number | null;
};

export type Page = { readonly entries: readonly Entry[]; readonly text: string };
export type Refusal = { readonly refused: string };

export type Listing = {
  /** Or why the query is refused. */
  readonly page: (query: URLSearchParams) => Page | Refusal;
  /** Returns whether the row exists. */
  readonly change: (name: string, members: Partial<Row>) => boolean;
  readonly entry: (name: string) => Entry | undefined;
  readonly forget: () => void;
};

const MAX_LIMIT = 100;
const PAGING = new Set(['project', 'next_cursor', 'sort_by', 'sort_dir', 'limit']);

type Order = { readonly by: string; readonly member: string; readonly descending: boolean };

/**
 * Each combination of filters and order is sorted once, until a change in its members. Cursors are positions, so that
 * coming and going rows shift no others.
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

/** Notes a delivery of rows, written at a time. */
export function delivered(entries: readonly Entry[], asOf: number): void {
  for (const entry of entries) {
    entry.deliveredAsOf = Math.max(entry.deliveredAsOf, asOf);
    if (asOf >= entry.changedAt) entry.changeDeliveredAt ??= Date.now();
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Order by creation needs none. */
const keyOf = ({ row }: Entry, { member }: Order): string => (member === 'created_at' ? '' : String(row[member]));

function position(entry: Entry, order: Order, key: string, rank: number): number {
  const ascending = compare(keyOf(entry, order), key) || entry.rank - rank;
  return order.descending ? -ascending : ascending;
}

/** Null for an unknown one. By default the newest come first. */
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

/** By halves. */
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

const SHARED = { region: 'region', instance_type: 'instance_type' };

/** Of both paged lists (sections 4.2 and 4.5). */
export const listRules = {
  bids: {
    filters: { ...SHARED, status: 'status' },
    anyOf: {},
    orders: { created_at: 'created_at', status: 'status' },
  },
  instances: {
    filters: SHARED,
    anyOf: { bid_fid_in: 'bid', reservation_fid_in: 'reservation' },
    orders: { created_at: 'created_at', instance_status: 'status', instance_type_fid: 'instance_type' },
  },
} as const satisfies Record<string, Rules>;
