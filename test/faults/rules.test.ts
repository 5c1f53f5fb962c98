import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serveMarket } from '../../src/market/server.ts';
import type { Write } from '../../src/resources/write.ts';
import type { RuleAction } from '../../src/rules/decision.ts';
import type { LadderRule, Rule, ScheduleRule, SpreadRule } from '../../src/rules/rule.ts';
import { versionOf } from '../../src/state/rules/rules-state.ts';
import { newPath } from '../journal/snapshots.ts';
import { handClock, NOON } from '../state/hand-clock.ts';
import { breaksOff, page, refuses, resets, resetsAfter, rewritten } from './faults.ts';
import { begin, type Life, type World } from './rules-life.ts';
import { truthOf } from './truth.ts';
import { type Fault, openWire } from './wire.ts';

/** A tenth of the runs of the model of the console, since each simulates several minutes of several programs. */
const RUNS = Math.ceil(Number(process.env['SPOTDECK_MODEL_RUNS'] ?? 50) / 10);
const SEED = process.env['SPOTDECK_MODEL_SEED'];
const PATH = process.env['SPOTDECK_MODEL_PATH'];

const dollars = (count: number) => ({ sign: '$', micros: BigInt(Math.round(count * 1_000_000)) });
const common = { allow: false, maxWrites: 1000, maxCost: dollars(100_000) };
/** Pauses two minutes after the start. */
const night: ScheduleRule = {
  ...common,
  ...{ name: 'night', kind: 'schedule', bids: { kind: 'filter', text: 'train' } },
  ...{ pause: '2 12 * * *', resume: null, zone: 'UTC', missed: 'catch-up' },
};
const places: SpreadRule = {
  ...common,
  ...{ name: 'places', kind: 'spread', like: 'gpu-ci', quantity: 2, cancelRunning: false },
  places: [
    { type: '1xl40s.us-east1-b', region: 'us-east1-b', limit: dollars(0.01) },
    { type: '1xl40s.eu-north1-a', region: 'eu-north1-a', limit: dollars(0.02) },
  ],
};
const RULES: readonly Rule[] = [night, places];

/** Faults of a write: before the service has it, or of its answer alone. */
const BEFORE: Readonly<Record<string, Fault>> = {
  '500': refuses(500, 'no'),
  '429': refuses(429, 'no', { 'retry-after': '7' }),
  '409': refuses(409, 'no'),
  page: page(502, 'Bad Gateway'),
  resets,
};
const AFTER: Readonly<Record<string, Fault>> = {
  '500': refuses(500, 'no'),
  breaksOff,
  resetsAfter,
  truncated: rewritten((text) => text.slice(0, Math.ceil(text.length / 2)) || '{'),
  resets,
};
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('time'), seconds: fc.integer({ min: 1, max: 90 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('kill', 'kill-at-write', 'kill-after-write') }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('before'), fault: fc.constantFrom(...Object.keys(BEFORE)) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('after'), fault: fc.constantFrom(...Object.keys(AFTER)) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('late', 'reads-fail', 'calm', 'hold', 'go-on') }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('jump'), hours: fc.integer({ min: 1, max: 60 }) }) },
);

const isWrite = ({ method }: { readonly method: string }): boolean => method !== 'GET';

/** Whether an intent is that of a write. */
const isFor = ({ fid, call, name }: Write, action: RuleAction): boolean =>
  action.kind === 'place' ? call === 'placeBid' && action.name === name : action.fid === fid;

/** The world of one run: it notes which intent each write had, and refuses one without or one that was sent before. */
async function openWorld(rules: readonly Rule[], more: Partial<World> = {}) {
  const market = await serveMarket({ speed: 0, seed: 7 }, () => NOON);
  const clock = handClock();
  const wire = await openWire(market.origin, clock.steady);
  const sent = new Set<number>();
  const faults: string[] = [];
  const world: World = {
    ...{ market, clock, wire, path: newPath(), scope: { service: 'stage', project: market.project }, rules },
    onSend: (write, open) => {
      const intents = open.filter(({ action }) => isFor(write, action));
      if (intents.length !== 1) faults.push(`${write.verb} ${write.name} has ${intents.length} intents`);
      for (const { id } of intents) {
        if (sent.has(id)) faults.push(`${write.verb} ${write.name} is sent again for the intent ${id}`);
        sent.add(id);
      }
      more.onSend?.(write, open);
    },
  };
  return {
    world,
    sent,
    faults,
    [Symbol.asyncDispose]: async () => {
      await wire[Symbol.asyncDispose]();
      await market.stop();
    },
  };
}

/** Releases all rules, as the operator does. */
function release({ journal }: Life, { scope, rules }: World): void {
  const versions = rules.map((rule) => ({ name: rule.name, version: versionOf(rule) }));
  expect(journal.declareRules(scope, versions)).toBe(true);
  for (const version of versions) expect(journal.releaseRule(scope, version)).toBe(true);
}

const pass = async (life: Life, seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second++) await life.second();
};

/** Names and statuses of the bids that the market has. */
async function bidsOf(world: World): Promise<readonly { readonly name: string; readonly status: string }[]> {
  return ((await truthOf(world.market))['bids'] ?? []).map((raw) => JSON.parse(raw));
}

test('killed at any moment, with answers lost before or after they were carried out, no write has two requests, no bid is placed twice, and the end is what the rules want', {
  timeout: 60_000 + RUNS * 6000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      await using opened = await openWorld(RULES);
      const { world, faults, sent } = opened;
      const { wire, clock, scope } = world;
      let life = begin(world);
      release(life, world);
      await pass(life, 10);
      for (const one of steps) {
        switch (one.does) {
          case 'time':
            await pass(life, one.seconds);
            break;
          case 'kill':
            life.kill();
            life = begin(world);
            break;
          case 'kill-at-write':
          case 'kill-after-write': {
            const dying = life;
            const fault: Fault = ({ reset }) => {
              dying.kill();
              reset();
            };
            wire.fault(fault, { match: isWrite, times: 1, carriedOut: one.does === 'kill-after-write' });
            await pass(life, 60);
            wire.fault(null);
            life.kill();
            life = begin(world);
            break;
          }
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
            const before = wire.asked.filter(isWrite).length;
            await pass(life, 20);
            expect(wire.asked.filter(isWrite).length, 'writes of held rules').toBe(before);
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
      await pass(life, 180);
      expect(faults).toEqual([]);
      expect(wire.asked.filter(isWrite).length, 'requests of writes').toBeLessThanOrEqual(sent.size);
      const bids = await bidsOf(world);
      const placed = bids.filter(({ name }) => /^gpu-ci-(us-east1-b|eu-north1-a)-/.test(name));
      expect(placed.map(({ name }) => name).sort()).toEqual([...new Set(placed.map(({ name }) => name))].sort());
      // The rule does not insist on a place that the service has refused.
      const refused = life.journal
        .ruleActions(scope, 0)
        .filter(({ rule, outcome }) => rule === 'places' && outcome === 'refused');
      expect(placed.length, 'bids placed').toBeLessThanOrEqual(2);
      expect(placed.length, 'bids placed').toBeGreaterThanOrEqual(2 - refused.length);
      const running = bids.filter(({ name, status }) => name.includes('train') && !/paused/i.test(status));
      expect(running).toEqual([]);
      expect(life.journal.ruleActions(scope, 0).filter(({ outcome }) => outcome === null)).toEqual([]);
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

const ladder = (name: string): LadderRule => ({
  ...common,
  ...{ name, kind: 'ladder', bids: { kind: 'filter', text: 'train' }, waitMs: 60_000 },
  ...{ step: { kind: 'amount', micros: 10_000n }, cap: dollars(1000), lower: null },
});

test.each([
  ['that is not released', RULES, {}, false],
  ['in a read-only profile without allow', RULES, { readOnly: true }, true],
  ['that fights with another one over a bid', [ladder('one'), ladder('other')], {}, true],
])('a rule %s sends nothing', async (_, rules, more, released) => {
  await using opened = await openWorld(rules);
  const world = { ...opened.world, ...more };
  const life = begin(world);
  if (released) release(life, world);
  await pass(life, 400);
  expect(world.wire.asked.filter(isWrite)).toEqual([]);
  const said =
    life.journal.ruleActions(world.scope, 0).length +
    life.journal.rules(world.scope).filter(({ next }) => next?.includes('hindered":"') === true).length;
  expect(said, 'what it would do, or why it does nothing').toBeGreaterThan(0);
  life.kill();
});
