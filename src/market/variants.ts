import * as z from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { MarketFailure } from './errors.ts';

/** `choices`: the default first. */
function variant<const Choices extends readonly [string, ...string[]]>(choices: Choices, meaning: string) {
  // A literal keeps the order; an enum would put numbers first.
  return z.literal(choices).default(choices[0]).describe(meaning);
}

/** Points the interface leaves open ("not shown"), to test a client against every such service. */
export const Variants = z.strictObject({
  'last-page': variant(['null', 'absent', 'empty'], 'next_cursor on the last page (section 2.6).'),
  'list-shape': variant(
    ['envelope', 'array'],
    'Bids and instances as pages in an envelope, or all at once (section 2.6).',
  ),
  'page-limit': variant(
    ['100', '20', 'refused'],
    'Rows of a page at most; refused answers 422 to any limit (section 8).',
  ),
  'sort-values': variant(
    ['known', 'refused'],
    'sort_by and sort_dir work, or are answered 422 (sections 4.2 and 4.5).',
  ),
  filters: variant(
    ['honoured', 'refused', 'nothing'],
    'Filters work, are answered 422, or bring an empty list (sections 4.2 and 4.5).',
  ),
  'unknown-parameter': variant(['422', 'ignore'], 'A parameter or member that is not documented (section 4).'),
  nulls: variant(['explicit', 'sparse'], 'A member without a value is null, or absent (sections 2.1, 2.2 and 2.5).'),
  'unknown-status': variant(['off', 'on'], 'Some rows have an unknown state (sections 2.2, 2.4, 2.5 and 3).'),
  'extra-members': variant(['off', 'on'], 'Rows have members that the interface does not name (section 2).'),
  'price-sign': variant(['dollar', 'none'], '$25.60 or 25.60 (section 2.2).'),
  timestamps: variant(['z', 'offset', 'minus-offset'], 'UTC as Z, +00:00 or -00:00 (section 2).'),
  'launch-specification': variant(
    ['required', 'optional'],
    'A new bid needs volumes and ssh_keys, or not (section 2.2).',
  ),
  volumes: variant(['replace', 'extend'], 'What the volumes of an update do to the list (section 4.2).'),
  'volumes-while-running': variant(
    ['allowed', 'refused'],
    'Changing volumes while the bid is not paused (section 4.2).',
  ),
  'cancelled-bids': variant(['stay', 'leave'], 'A cancelled bid is listed for ten minutes, or not (section 3).'),
  'cancel-again': variant(['404', '204'], 'Cancelling or revoking for the second time (sections 3 and 7).'),
  'volume-in-use': variant(['409', '422', '400'], 'Deleting a volume in use (section 7).'),
  'expires-null': variant(['422', 'allowed'], 'An API key that never expires (section 4.1).'),
  unauthorized: variant(['401', '403'], 'A missing or wrong token, where no status is listed (sections 4 and 5).'),
  'error-body': variant(
    ['fastapi', 'message', 'error-object', 'text', 'html', 'empty'],
    'The shape of error bodies (section 7).',
  ),
});
export type Variants = z.output<typeof Variants>;

/** 401 where the operation lists it, otherwise a variant. */
export function unauthorizedStatus({ errors }: Pick<Endpoint, 'errors'>, { unauthorized }: Variants): 401 | 403 {
  return errors.includes(401) || unauthorized === '401' ? 401 : 403;
}

export const defaultVariants: Variants = Variants.parse({});

/** The variants of the market, as the documentation lists them. */
export const variantTable: readonly {
  readonly id: string;
  readonly choices: readonly string[];
  readonly meaning: string;
}[] = Object.entries(Variants.shape).map(([id, choice]) => ({
  id,
  choices: [...choice.unwrap().values],
  meaning: choice.description ?? '',
}));

/** Parses `last-page=absent,volumes=extend`. @throws {MarketFailure} `reading-unknown` */
export function parseVariants(text: string): Variants {
  const chosen = new Map<string, string>();
  for (const part of text.split(',').map((written) => written.trim())) {
    if (part === '') continue;
    const [, id = part, choice = ''] = /^([^=]*)=(.*)$/.exec(part) ?? [];
    const known = variantTable.find((row) => row.id === id.trim());
    if (known === undefined) {
      const ids = variantTable.map((row) => row.id).join(', ');
      throw new MarketFailure('reading-unknown', `There is no reading "${id.trim()}". Readings are: ${ids}.`);
    }
    if (!known.choices.includes(choice.trim())) {
      throw new MarketFailure(
        'reading-unknown',
        `The reading ${known.id} can't be "${choice.trim()}". It is one of: ${known.choices.join(', ')}.`,
      );
    }
    chosen.set(known.id, choice.trim());
  }
  return Variants.parse(Object.fromEntries(chosen));
}
