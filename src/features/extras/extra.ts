import type { ForeignEndpoint, ForeignReads } from '../../api/client.ts';
import { errorMessage } from '../../api/error-messages.ts';
import type { Outcome, ServiceError } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import { capitalized } from '../../lib/words.ts';
import type { Transition } from '../../store/controller.ts';
import type { ConsoleState } from '../../store/state.ts';

export const EXTRA_NAMES = [
  'auctions',
  'price-now',
  'price-history',
  'quotas',
  'instance-prices',
  'bid-history',
  'instance-types',
  'projects',
  'teammates',
  'me',
] as const;
export type ExtraName = (typeof EXTRA_NAMES)[number];

/** A value of the service, with when it was asked for, in milliseconds since 1970. */
export type Dated<Value> = { readonly value: Value; readonly readAt: number };

/** Why an answer is not used: the request failed, or the answer is about something else. */
export type ExtraFault = ServiceError | { readonly kind: 'unexpected'; readonly why: string };

/** One request that an extra wants answered now and then. */
export type Ask = {
  /** When its value was last asked for; null for never. */
  readonly readAt: number | null;
  readonly everyMs: number;
  /** Somebody looks at its place on screen. */
  readonly isAwaited: boolean;
  readonly send: Send;
};

/** Sends one request. The transition takes the time of the request. */
export type Send = (
  reads: ForeignReads,
  path: ForeignEndpoint['path'],
  signal: AbortSignal,
) => Promise<Outcome<(readAt: number) => Transition, ExtraFault>>;

/** What `doctor` can try an extra with; `bid` is any of the project, null for none. */
export type Sample = { readonly project: string; readonly bid: Bid | null };

/** One kind of answer beyond the interface. Without it nothing is different from a service that has none. */
export type Extra = {
  readonly name: ExtraName;
  readonly path: ForeignEndpoint['path'];
  /** As the end of "the service says …", for `doctor` and the documentation. */
  readonly says: string;
  readonly asks: (state: ConsoleState) => readonly Ask[];
  /** A request that shows whether the service has it; null when it needs a bid and there is none. */
  readonly trial: (sample: Sample) => Send | null;
  /** For what the operator asked for by its path: says that it was not read, and it is asked for again. */
  readonly refused?: (why: string) => Transition;
};

export const faultSentence = (fault: ExtraFault): string =>
  fault.kind === 'unexpected' ? `${capitalized(fault.why)}.` : errorMessage(fault).what;
