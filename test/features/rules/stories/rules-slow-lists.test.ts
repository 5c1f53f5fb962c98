import fc from 'fast-check';
import { expect, test } from 'vitest';
import { schedule } from '../../../../src/features/rules/kinds/schedule.ts';
import { spread } from '../../../../src/features/rules/kinds/spread.ts';
import { instancesByBid } from '../../../../src/resources/parts/joins.ts';
import { requestedAt } from '../../../../src/store/list.ts';
import type { ConsoleState } from '../../../../src/store/state.ts';
import { refuses } from '../../../faults/faults.ts';
import { begin, pass, SLOW_PAGES } from './rules-life.ts';
import { AFTER, BEFORE, isWrite, RULES } from './rules-steps.ts';
import { openWorld, passUntilMet, release } from './rules-world.ts';

const RUNS = Math.ceil(Number(process.env['SPOTDECK_MODEL_RUNS'] ?? 20) / 10);
/** How long ago the operator's own pause may be for a rule to pause the bid once more, in milliseconds: as old as a bid may be, and a tick. */
const UNSEEN_MS = schedule.needs.bidMs + 1000;

/** The first lists are read by then, and the time of the schedule comes afterwards. */
const FIRST_SECONDS = 150;
const rules = RULES.map((rule) => (rule.kind === 'schedule' ? { ...rule, pause: '5 12 * * *' } : rule));

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('time'), seconds: fc.integer({ min: 1, max: 90 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('operator-pauses'), nth: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('kill', 'reads-fail', 'calm') }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('before'), fault: fc.constantFrom(...Object.keys(BEFORE)) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('after'), fault: fc.constantFrom(...Object.keys(AFTER)) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('jump'), seconds: fc.integer({ min: -100, max: 100 }) }) },
);

test('where a complete list takes minutes, no write of a rule is decided on a row that is too old, and in the end all is as the rules want it', {
  timeout: 60_000 + RUNS * 60_000,
}, async () => {
  /** Age of the oldest complete list at a write, in milliseconds. */
  let oldest = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const wrong: string[] = [];
      const pausedAt = new Map<string, number>();
      await using opened = await openWorld(rules, {
        pages: SLOW_PAGES,
        onSend: (write, open, { bids, instances }: ConsoleState['lists']) => {
          const { now, steady } = opened.world.clock;
          oldest = Math.max(oldest, now() - (bids.fetchedAt ?? 0));
          for (const { action } of open) {
            if (action.name !== write.name) continue;
            const isPlace = action.kind === 'place';
            const fid = isPlace ? action.like : action.fid;
            const ageMs = now() - (requestedAt(bids, fid) ?? 0);
            if (Math.abs(ageMs) > schedule.needs.bidMs)
              wrong.push(`${write.verb} ${write.name}: its row is ${ageMs} ms old`);
            const since = pausedAt.get(fid);
            if (action.kind === 'pause' && since !== undefined && steady() - since > UNSEEN_MS)
              wrong.push(`${write.name} was paused by the operator ${steady() - since} ms ago`);
            if (action.kind !== 'cancel') continue;
            const own = instancesByBid(instances).get(fid)?.all ?? [];
            const instance = Math.max(0, ...own.map((one) => now() - (requestedAt(instances, one.fid) ?? 0)));
            if (instance > (spread.needs.instancesMs ?? 0))
              wrong.push(`${write.name}: an instance is ${instance} ms old`);
          }
        },
      });
      const { world, faults, sent } = opened;
      const { wire, clock, market } = world;
      let life = begin(world);
      release(life, world);
      await pass(world, [life], FIRST_SECONDS);
      for (const one of steps) {
        switch (one.does) {
          case 'time':
            await pass(world, [life], one.seconds);
            break;
          case 'operator-pauses': {
            const trains = [...life.state().lists.bids.rows.values()].filter(({ row }) => row.name?.includes('train'));
            const fid = trains[one.nth % Math.max(1, trains.length)]?.row.fid;
            if (fid === undefined) break;
            await fetch(`${market.origin}/v2/spot/bids/${fid}`, {
              method: 'PATCH',
              headers: { authorization: `Bearer ${market.token}`, 'content-type': 'application/json' },
              body: JSON.stringify({ paused: true }),
            });
            if (!pausedAt.has(fid)) pausedAt.set(fid, clock.steady());
            break;
          }
          case 'kill':
            life.kill();
            life = begin(world);
            break;
          case 'before':
            wire.fault(BEFORE[one.fault] ?? null, { match: isWrite, times: 2 });
            break;
          case 'after':
            wire.fault(AFTER[one.fault] ?? null, { match: isWrite, times: 2, carriedOut: true });
            break;
          case 'reads-fail':
            wire.fault(refuses(503, 'no'), { match: (request) => !isWrite(request), times: 5 });
            break;
          case 'calm':
            wire.fault(null);
            break;
          case 'jump':
            clock.jump(one.seconds * 1000);
        }
      }
      wire.fault(null);
      await passUntilMet(world, life);
      expect(wrong).toEqual([]);
      expect(faults).toEqual([]);
      expect(wire.asked.filter(isWrite).length, 'requests of writes').toBeLessThanOrEqual(sent.size);
      life.kill();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(oldest, 'age of the oldest complete list at a write').toBeGreaterThan(60_000);
});
