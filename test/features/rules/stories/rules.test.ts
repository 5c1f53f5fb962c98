import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownActions } from '../../../../src/features/rules/runner/rule-records.ts';
import { refuses } from '../../../faults/faults.ts';
import { calm, type Fault } from '../../../faults/wire.ts';
import { begin, pass } from './rules-life.ts';
import { AFTER, BEFORE, isWrite, RULES, step } from './rules-steps.ts';
import { bidsOf, openWorld, passUntilMet, release } from './rules-world.ts';

const RUNS = Number(process.env['SPOTDECK_MODEL_RUNS'] ?? 5);
const SEED = process.env['SPOTDECK_MODEL_SEED'];
const PATH = process.env['SPOTDECK_MODEL_PATH'];

/** Seconds in which the rules must do nothing more once they have done what they want. */
const CALM_SECONDS = 35;

test('killed or stopped at any moment, with answers lost before or after they were carried out, no write has two requests, no bid is placed twice, and the end is what the rules want', {
  timeout: 240_000 + RUNS * 3000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      await using opened = await openWorld(RULES);
      const { world, faults, sent } = opened;
      const { wire, clock, scope } = world;
      const writes = (): number => wire.asked.filter(isWrite).length;
      let life = begin(world);
      const another = (): void => {
        life.kill();
        life = begin(world);
      };
      /** Lets another program run beside this one, of which one is killed after a while. */
      const beside = async (ends: 'first' | 'second'): Promise<void> => {
        const other = begin(world);
        await pass(world, [life, other], 60);
        life.thaw();
        await pass(world, [life, other], 30);
        (ends === 'first' ? life : other).kill();
        life = ends === 'first' ? other : life;
      };
      release(life, world);
      await pass(world, [life], 10);
      for (const one of steps) {
        switch (one.does) {
          case 'time':
            await pass(world, [life], one.seconds);
            break;
          case 'kill':
            another();
            break;
          case 'kill-at-write':
          case 'kill-after-write': {
            const dying = life;
            const fault: Fault = ({ reset }) => {
              dying.kill();
              reset();
            };
            wire.fault(fault, { match: isWrite, times: 1, carriedOut: one.does === 'kill-after-write' });
            await pass(world, [life], 60);
            wire.fault(null);
            another();
            break;
          }
          case 'freeze': {
            const frozen = life;
            const fault: Fault = (struck) => {
              frozen.freeze();
              return calm(struck);
            };
            wire.fault(fault, { match: isWrite, times: 1 });
            await pass(world, [life], 60);
            wire.fault(null);
            life.freeze();
            await beside('first');
            break;
          }
          case 'beside':
            await beside('second');
            break;
          case 'before':
            wire.fault(BEFORE[one.fault] ?? null, { match: isWrite, times: 2 });
            break;
          case 'after':
            wire.fault(AFTER[one.fault] ?? null, { match: isWrite, times: 2, carriedOut: true });
            break;
          case 'late':
            wire.fault(
              ({ forward, reset }) => {
                clock.after(15_000, () => void forward());
                reset();
              },
              { match: isWrite, times: 1 },
            );
            break;
          case 'reads-fail':
            wire.fault(refuses(503, 'no'), { match: (request) => !isWrite(request), times: 20 });
            break;
          case 'calm':
            wire.fault(null);
            break;
          case 'hold': {
            life.journal.holdRules(scope, ['night', 'places'], 'Held by the operator.');
            const before = writes();
            await pass(world, [life], 20);
            expect(writes(), 'writes of held rules').toBe(before);
            break;
          }
          case 'go-on':
            life.journal.holdRules(scope, ['night', 'places'], null);
            break;
          case 'jump':
            clock.jump(one.hours * 3_600_000);
        }
      }
      wire.fault(null);
      life.journal.holdRules(scope, ['night', 'places'], null);
      await passUntilMet(world, life);
      const before = writes();
      await pass(world, [life], CALM_SECONDS);
      expect(writes(), 'writes after all was done').toBe(before);
      expect(faults).toEqual([]);
      expect(writes(), 'requests of writes').toBeLessThanOrEqual(sent.size);
      const names = (await bidsOf(world)).map(({ name }) => name).filter((name) => name.startsWith('gpu-ci-'));
      expect(names.length, `bids placed: ${names.join(', ')}`).toBeLessThanOrEqual(2);
      const placed = knownActions(life.journal.ruleActions(scope)).flatMap(({ action, outcome }) =>
        action?.kind === 'place' && outcome === 'done' ? [action.name] : [],
      );
      expect(placed.sort(), 'bids that the journal says were placed').toEqual(names.sort());
      life.kill();
    }),
    {
      numRuns: RUNS,
      endOnFailure: true,
      ...(SEED === undefined ? {} : { seed: Number(SEED) }),
      ...(PATH === undefined ? {} : { path: PATH }),
    },
  );
});

test('a bid that was placed although the answer was lost is found and kept as done, and is not placed again', async () => {
  await using opened = await openWorld(RULES.slice(1));
  const { world } = opened;
  const { wire, scope } = world;
  const life = begin(world);
  release(life, world);
  wire.fault(AFTER['resets'] ?? null, { match: isWrite, times: 2, carriedOut: true });
  await pass(world, [life], 90);
  expect(life.journal.ruleActions(scope).map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  expect(wire.asked.filter(isWrite)).toHaveLength(2);
  life.kill();
});

test('a program that was stopped between two writes sends the second one no more once another one has taken over, even when the clock was set back', async () => {
  await using opened = await openWorld(RULES.slice(0, 1));
  const { world, faults } = opened;
  const { wire, clock } = world;
  const stopped = begin(world);
  release(stopped, world);
  const freezes: Fault = (struck) => {
    stopped.freeze();
    return calm(struck);
  };
  wire.fault(freezes, { match: isWrite, times: 1 });
  await pass(world, [stopped], 150);
  expect(wire.asked.filter(isWrite)).toHaveLength(1);
  const other = begin(world);
  await pass(world, [stopped, other], 160);
  const writes = wire.asked.filter(isWrite).length;
  expect(writes, 'writes once the other one has taken over').toBeGreaterThan(1);
  // Its lists look as if they were new.
  clock.jump(-180_000);
  stopped.thaw();
  await pass(world, [stopped, other], 30);
  expect(faults).toEqual([]);
  expect(wire.asked.filter(isWrite)).toHaveLength(writes);
  stopped.kill();
  other.kill();
});
