import * as z from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { MarketFailure } from './errors.ts';

/** Declares one open point: its choices, the default first, and its meaning with the section that leaves it open. */
function variant<const Choices extends readonly [string, ...string[]]>(choices: Choices, meaning: string) {
  // A literal of several values keeps their order; an enum would put those that look like numbers first.
  return z.literal(choices).default(choices[0]).describe(meaning);
}

/**
 * Points that the interface leaves open ("not shown"), each with its variants, so that
 * a client can be tested against every service that follows the document.
 */
export const Variants = z.strictObject({
  'last-page': variant(
    ['null', 'absent', 'empty'],
    'What next_cursor is on the last page: null, not there, or an empty string (section 2.6).',
  ),
  'list-shape': variant(
    ['envelope', 'array'],
    'Bids and instances come as pages in an envelope, or all rows at once as a bare array (section 2.6).',
  ),
  'page-limit': variant(
    ['100', '20', 'refused'],
    'The largest and default limit of a page; refused answers 422 to any limit and pages by 100 (section 8).',
  ),
  'sort-values': variant(
    ['known', 'refused'],
    'Sorting by the usual values works, or any sort_by and sort_dir is answered 422 (sections 4.2 and 4.5).',
  ),
  filters: variant(
    ['honoured', 'refused', 'nothing'],
    'Filters of the two paged lists work, are answered 422, or bring an empty list (sections 4.2 and 4.5).',
  ),
  'unknown-parameter': variant(
    ['422', 'ignore'],
    'A query parameter or body member that is not documented is refused or ignored (section 4).',
  ),
  nulls: variant(
    ['explicit', 'sparse'],
    'A member without a value is null, or is not there (sections 2.1, 2.2 and 2.5).',
  ),
  'unknown-status': variant(
    ['off', 'on'],
    'On gives some bids, instances and volumes a state that nobody knows (sections 2.2, 2.4, 2.5 and 3).',
  ),
  'extra-members': variant(
    ['off', 'on'],
    'On adds members to every resource that the document does not name (section 2).',
  ),
  'price-sign': variant(['dollar', 'none'], 'A limit price is written as $25.60 or as 25.60 (section 2.2).'),
  timestamps: variant(['z', 'offset', 'minus-offset'], 'UTC is written as Z, +00:00 or -00:00 (section 2).'),
  'launch-specification': variant(
    ['required', 'optional'],
    'Placing a bid needs a launch specification with both lists, volumes and ssh_keys, or works without (section 2.2).',
  ),
  volumes: variant(
    ['replace', 'extend'],
    'The volumes of a bid update replace the list or are added to it (section 4.2).',
  ),
  'volumes-while-running': variant(
    ['allowed', 'refused'],
    'Volumes can be changed at any time, or only while the bid is paused: 422 otherwise (section 4.2).',
  ),
  'cancelled-bids': variant(
    ['stay', 'leave'],
    'A cancelled bid stays listed as Terminated for ten minutes, or leaves the list at once (section 3).',
  ),
  'cancel-again': variant(
    ['404', '204'],
    'Cancelling a terminated bid, or revoking a revoked key, is not found or succeeds again (sections 3 and 7).',
  ),
  'volume-in-use': variant(
    ['409', '422', '400'],
    'The status of refusing to delete a volume that is in use (section 7).',
  ),
  'expires-null': variant(
    ['422', 'allowed'],
    'An API key with expires_at null is refused, or never expires (section 4.1).',
  ),
  unauthorized: variant(
    ['401', '403'],
    'The status of a missing or invalid credential where an operation lists none (sections 4 and 5).',
  ),
  'error-body': variant(
    ['fastapi', 'message', 'error-object', 'text', 'html', 'empty'],
    'The shape of error bodies: {"detail": …}, {"message": …}, {"error": {…}}, text, a proxy page, nothing (section 7).',
  ),
});
export type Variants = z.output<typeof Variants>;

/** The status of a missing or invalid credential: 401 where the operation lists it, otherwise a variant. */
export function unauthorizedStatus({ errors }: Pick<Endpoint, 'errors'>, { unauthorized }: Variants): 401 | 403 {
  return errors.includes(401) || unauthorized === '401' ? 401 : 403;
}

/** The default of every point. */
export const defaultVariants: Variants = Variants.parse({});

/** Table for the documentation: each point with its choices, the default first, and its meaning. */
export const variantTable: readonly {
  readonly id: string;
  readonly choices: readonly string[];
  readonly meaning: string;
}[] = Object.entries(Variants.shape).map(([id, choice]) => ({
  id,
  choices: [...choice.unwrap().values],
  meaning: choice.description ?? '',
}));

/**
 * Parses `last-page=absent,volumes=extend`; other points keep their defaults.
 * @throws {MarketFailure} `reading-unknown`, naming the allowed choices.
 */
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
