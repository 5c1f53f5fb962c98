import { expect, test } from 'vitest';
import { recordedBids } from '../../../../src/features/money/commands/price.ts';
import { recordedOf } from '../../../../src/features/replay/recorded.ts';
import { rowsArrived } from '../../../../src/store/transitions.ts';
import { loadedFeatures } from '../../../features-loaded.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { bid, instance, whole } from '../../../store/made.ts';
import { recordingIn, recordRun } from '../../replay/recorded.ts';

const MINUTE = 60_000;

test('a recording shows how its bids stood and when somebody looked, as a console would have kept it', () => {
  const console = recordRun();
  for (let ms = 0; ms <= 10 * MINUTE; ms += 5000) {
    const isLost = ms >= 4 * MINUTE;
    const train = bid('train', { status: isLost ? 'Open' : 'Allocated', limit_price: '$2.50', instance_quantity: 1 });
    console.at(ms, (state, now) => {
      const asked = { at: now - 100, sequence: ms };
      const came = rowsArrived(state, 'bids', whole(train), asked, now);
      return rowsArrived(came, 'instances', whole(...(isLost ? [] : [instance('i-0', { bid: 'train' })])), asked, now);
    });
  }
  const { records, readAt } = recordedBids(recordedOf(loadedFeatures, recordingIn(console.text())));
  expect(readAt).toBe(NOON + 10 * MINUTE);
  const [record, ...others] = records;
  expect(others).toEqual([]);
  expect(record?.observed).toHaveLength(1);
  const [first, second, ...later] = record?.bids[0]?.steps ?? [];
  expect(first).toMatchObject({ state: 'allocated', running: 1, limit: { sign: '$', micros: 2_500_000n } });
  expect(second).toMatchObject({ state: 'open' });
  const seenOpen = (second?.at ?? 0) - NOON;
  expect(Math.abs(seenOpen - 4 * MINUTE)).toBeLessThan(1000);
  // The instances come in a list of their own, which may count with the next lists.
  const last = later.at(-1) ?? second;
  expect(last).toMatchObject({ state: 'open', running: 0 });
  expect((last?.at ?? 0) - NOON - 4 * MINUTE).toBeLessThanOrEqual(5000);
});
