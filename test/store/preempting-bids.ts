import { rowsArrived } from '../../src/store/transitions.ts';
import { NOON } from './hand-clock.ts';
import { bid, consoleWith, instance, whole } from './made.ts';

/** A console with three bids, of which none is being preempted. */
export const calm = consoleWith({
  bids: [bid('a'), bid('b'), bid('c')],
  instances: [
    instance('b-0', { bid: 'b' }),
    instance('b-1', { bid: 'b', ssh_destination: 'ubuntu@198.18.0.7:22' }),
    instance('c-0', { bid: 'c' }),
  ],
});
export const gone = { status: 'Preempting' };
export const asked = { at: NOON + 2000, sequence: 1 };

/** The same console, when two of them are being preempted. */
export const preempting = rowsArrived(calm, 'bids', whole(bid('a'), bid('b', gone), bid('c', gone)), asked, NOON);
