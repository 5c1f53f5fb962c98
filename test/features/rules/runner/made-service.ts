import type { ServiceError } from '../../../../src/api/result.ts';
import type { RuleAction } from '../../../../src/features/rules/engine/decision.ts';
import { bid, instance } from '../../../store/made.ts';

/** A bid of the service; its price in cents. */
export type ServiceBid = {
  readonly fid: string;
  readonly name: string;
  readonly type: string;
  readonly region: string;
  cents: number;
  readonly quantity: number;
  status: 'Open' | 'Allocated' | 'Paused' | 'Terminated';
};

/** Whether and when a write is carried out, and whether its answer arrives. */
export const FATES = ['done', 'done', 'done', 'refused', 'lost', 'lost-but-done', 'lost-and-late'] as const;
export type Fate = (typeof FATES)[number];

export const REFUSED: ServiceError = { kind: 'conflict', said: 'no', reached: 'yes' };

export const newBid = (fid: string, name: string, more: Partial<ServiceBid> = {}): ServiceBid => ({
  fid,
  name,
  type: '8xh100',
  region: 'eu-n1',
  cents: 250,
  quantity: 2,
  status: 'Allocated',
  ...more,
});

export function createService(bids: readonly ServiceBid[]) {
  const known = new Map(bids.map((one) => [one.fid, one]));
  return {
    bids: known,
    carryOut: (action: RuleAction): void => {
      if (action.kind === 'place') {
        const fid = `bid_placed${known.size}`;
        const cents = Number(action.limit.micros / 10_000n);
        const { name, type, region, quantity } = action;
        known.set(fid, newBid(fid, name, { type, region, cents, quantity, status: 'Open' }));
        return;
      }
      const one = known.get(action.fid);
      if (one === undefined || one.status === 'Terminated') return;
      if (action.kind === 'pause') one.status = 'Paused';
      if (action.kind === 'resume' && one.status === 'Paused') one.status = 'Open';
      if (action.kind === 'cancel') one.status = 'Terminated';
      if (action.kind === 'limit') one.cents = Number(action.limit.micros / 10_000n);
    },
    /** The rows of its lists as they are now. */
    rows: () => ({
      bids: [...known.values()].map(({ fid, name, type, region, cents, quantity, status }) =>
        bid(fid, {
          name,
          status,
          region,
          instance_type: type,
          instance_quantity: quantity,
          limit_price: `$${(cents / 100).toFixed(2)}`,
        }),
      ),
      instances: [...known.values()].flatMap(({ fid, quantity, status }) =>
        status === 'Allocated'
          ? Array.from({ length: quantity }, (_, n) => instance(`inst_${fid}${n}`, { name: `${fid}-${n}`, bid: fid }))
          : [],
      ),
    }),
  };
}
