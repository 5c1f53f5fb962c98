import type { ListedRow } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import { isoTime } from '../lib/duration.ts';
import { amountText, DEFAULT_SIGN, type Money, parseServicePrice } from '../lib/money.ts';
import { leastOf, type Sum } from '../lib/sum.ts';
import type { Rows } from '../resources/rows.ts';

/**
 * A member of printed JSON: times in RFC 3339, amounts as decimal texts beside `currency`, states as the service's.
 */
type Member<From> =
  | { readonly is: 'text'; readonly of: (from: From) => string | null }
  | { readonly is: 'number'; readonly of: (from: From) => number | null }
  | { readonly is: 'flag'; readonly of: (from: From) => boolean | null }
  | { readonly is: 'time'; readonly of: (from: From) => number | null }
  | { readonly is: 'amount'; readonly of: (from: From) => Money | null }
  | { readonly is: 'list'; readonly of: (from: From) => readonly (string | number)[] | null }
  | { readonly is: 'object' | 'objects'; readonly names: readonly string[]; readonly of: (from: From) => unknown };

export type Shape<From> = { readonly [name: string]: Member<From> };

export const text = <From>(of: (from: From) => string | null): Member<From> => ({ is: 'text', of });
export const number = <From>(of: (from: From) => number | null): Member<From> => ({ is: 'number', of });
export const flag = <From>(of: (from: From) => boolean | null): Member<From> => ({ is: 'flag', of });
export const time = <From>(of: (from: From) => number | null): Member<From> => ({ is: 'time', of });
export const list = <From>(of: (from: From) => readonly (string | number)[] | null): Member<From> => ({
  is: 'list',
  of,
});

export const object = <From, Inner>(shape: Shape<Inner>, of: (from: From) => Inner | null): Member<From> => ({
  is: 'object',
  names: Object.keys(shape),
  of: (from) => {
    const inner = of(from);
    return inner === null ? null : objectOf(shape, inner);
  },
});

export const objects = <From, Inner>(shape: Shape<Inner>, of: (from: From) => readonly Inner[]): Member<From> => ({
  is: 'objects',
  names: Object.keys(shape),
  of: (from) => of(from).map((inner) => objectOf(shape, inner)),
});

/** Null for members the service lacks. */
export const identity = <From>(
  of: (from: From) => { readonly fid: string | null; readonly name: string | null },
): Shape<From> => ({
  fid: text((from) => of(from).fid),
  name: text((from) => of(from).name),
});

/** In the currency of another member. */
export const amount = <From>(of: (from: From) => Money | null): Member<From> => ({ is: 'amount', of });

/** Amounts of one currency. */
export const amounts = <From>(of: { readonly [name: string]: (from: From) => Money | null }): Shape<From> => ({
  ...Object.fromEntries(Object.entries(of).map(([name, read]) => [name, { is: 'amount', of: read } as const])),
  currency: text((from) => currencyOf(Object.values(of).map((read) => read(from)))),
});

const currencyOf = (all: readonly (Money | null)[]): string | null => {
  const money = all.find((one) => one !== null);
  return money == null ? null : money.sign || DEFAULT_SIGN;
};

/** Either the whole sum, or a lower bound while a part is unknown. */
type Bound = { readonly most: Money | null; readonly least: Money | null };

const BOUND: Shape<Bound> = amounts({ at_most: ({ most }) => most, at_least: ({ least }) => least });

function boundsOf(sum: Sum<unknown>): readonly Bound[] {
  const known = leastOf(sum);
  const all = known.length === 0 ? [{ sign: DEFAULT_SIGN, micros: 0n, text: '' }] : known;
  return all.map((money) => (sum.kind === 'known' ? { most: money, least: null } : { most: null, least: money }));
}

/** A cost in its first currency, `at_most` or only `at_least`, and in others. */
export const cost = <From>(of: (from: From) => Sum<unknown>): Shape<From> => ({
  ...amounts<From>({
    at_most: (from) => boundsOf(of(from))[0]?.most ?? null,
    at_least: (from) => boundsOf(of(from))[0]?.least ?? null,
  }),
  other_currencies: objects(BOUND, (from) => boundsOf(of(from)).slice(1)),
});

/** A changed field, before and after; prices as amounts. */
export const change = <From>(
  of: (from: From) => { readonly field: string | null; readonly old: string | null; readonly now: string | null },
): Shape<From> => {
  const read = (from: From) => {
    const { field, old, now } = of(from);
    const isPrice = field === 'limit_price';
    const before = isPrice && old !== null ? parseServicePrice(old) : null;
    const after = isPrice && now !== null ? parseServicePrice(now) : null;
    const valueIn = (money: Money | null, value: string | null): string | null =>
      isPrice ? (money === null ? null : amountText(money)) : value;
    return { field, old: valueIn(before, old), new: valueIn(after, now), currency: currencyOf([before, after]) };
  };
  return {
    field: text((from) => read(from).field),
    old: text((from) => read(from).old),
    new: text((from) => read(from).new),
    currency: text((from) => read(from).currency),
  };
};

const memberOf = <From>(member: Member<From>, from: From): unknown => {
  switch (member.is) {
    case 'time':
      return isoTime(member.of(from));
    case 'amount': {
      const money = member.of(from);
      return money === null ? null : amountText(money);
    }
    default:
      return member.of(from);
  }
};

export const objectOf = <From>(shape: Shape<From>, from: From): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, memberOf(member, from)]));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A row in the words of the service: `fid` and `name` first, times and amounts as everywhere. */
export function serviceRow({ row, raw }: ListedRow<Rows[ServiceList]>): Readonly<Record<string, unknown>> {
  const given: unknown = JSON.parse(raw);
  const read = new Map<string, unknown>(Object.entries(row));
  const members = Object.entries(isObject(given) ? given : {}).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'limit_price') return Object.entries(objectOf(PRICE, value));
    const known = read.get(name);
    if (read.has(name) && name.endsWith('_at')) return [[name, typeof known === 'number' ? isoTime(known) : null]];
    return [[name, value]];
  });
  const { fid = row.fid, name = row.name, ...others } = Object.fromEntries(members);
  return { fid, name, ...others };
}

const PRICE = amounts<unknown>({
  limit_price: (value) => (typeof value === 'string' ? parseServicePrice(value) : null),
});
