import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { machinesRead } from '../../../../src/features/machines/machines.ts';
import type { Sample } from '../../../../src/features/machines/reading.ts';
import { createRuleReader } from '../../../../src/features/rules/rule-reader.ts';
import { versionOf } from '../../../../src/features/rules/rules-state.ts';
import { knownActions } from '../../../../src/features/rules/runner/rule-records.ts';
import { runRules } from '../../../../src/features/rules/runner/runner.ts';
import { sameThread } from '../../../../src/journal/same-thread.ts';
import { pauseBid, resumeBid } from '../../../../src/resources/bids/writes.ts';
import type { Write } from '../../../../src/resources/write.ts';
import { type ConsoleState, placeOf } from '../../../../src/store/state.ts';
import { timePassed } from '../../../../src/store/transitions.ts';
import type { FinishedWrite } from '../../../../src/store/writes/finished-write.ts';
import { writeAwaitsList, writeSent } from '../../../../src/store/writes/pending-writes.ts';
import { HERE } from '../../../journal/scope.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { handClock, quiet } from '../../../store/hand-clock.ts';
import { rowsInto, startedConsole } from '../../../store/made.ts';
import { openFeatureJournal } from '../open-journal.ts';
import { rulesWith } from './five-rules.ts';
import { createService, FATES, type Fate, newBid, REFUSED, type ServiceBid } from './made-service.ts';
import { createChecks } from './rule-checks.ts';

/** Interval of the lists in milliseconds, and their longest time under way. */
const LIST_MS = 15_000;
/** Fewest runs. The kind of rule that writes least often does in a quarter of them, and each must write in at least one. */
const MIN_RUNS = 20;
const RUNS = Math.max(MIN_RUNS, Math.ceil(Number(process.env['SPOTDECK_MODEL_RUNS'] ?? 40) / 4));

const NAMES = ['train', 'climb', 'idle', 'train-climb', 'idle-climb', 'other'];
const madeBid = fc.record({
  name: fc.constantFrom(...NAMES),
  cents: fc.integer({ min: 100, max: 500 }),
  quantity: fc.integer({ min: 1, max: 4 }),
  status: fc.constantFrom<ServiceBid['status']>('Open', 'Allocated', 'Paused'),
});
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('lists'), count: fc.integer({ min: 1, max: 16 }) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('pause', 'resume'), nth: fc.nat({ max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('market'), nth: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('kill', 'go-on') }) },
);
const plan = fc.record({
  bids: fc.array(madeBid, { minLength: 2, maxLength: 8 }),
  maxWrites: fc.integer({ min: 1, max: 12 }),
  maxCost: fc.integer({ min: 300, max: 3000 }),
  fates: fc.infiniteStream(fc.constantFrom(...FATES)),
  steps: fc.array(step, { minLength: 6, maxLength: 20 }),
});

const idleSample = (at: number): Sample => ({
  at,
  load: null,
  processors: null,
  memory: null,
  disk: null,
  gpus: {
    kind: 'read',
    gpus: [{ index: 0, name: 'H100', memory: null, temperature: null, power: null, processes: [], utilization: 0 }],
  },
});

/** The bids of a ladder, of which one is resumed while the round that raises another one is under way: they would pass its cap. */
const RESUMED_IN_ROUND = {
  bids: [
    { name: 'train-climb', cents: 170, quantity: 2, status: 'Paused' },
    { name: 'idle', cents: 118, quantity: 1, status: 'Paused' },
    { name: 'climb', cents: 453, quantity: 1, status: 'Open' },
    { name: 'train-climb', cents: 154, quantity: 3, status: 'Open' },
    { name: 'idle', cents: 113, quantity: 3, status: 'Allocated' },
    { name: 'train-climb', cents: 217, quantity: 3, status: 'Open' },
    { name: 'train-climb', cents: 131, quantity: 4, status: 'Allocated' },
    { name: 'train', cents: 474, quantity: 3, status: 'Paused' },
  ] satisfies readonly Pick<ServiceBid, 'name' | 'cents' | 'quantity' | 'status'>[],
  maxWrites: 8,
  maxCost: 1622,
  steps: [
    { does: 'lists' as const, count: 12 },
    { does: 'market' as const, nth: 7 },
    { does: 'lists' as const, count: 11 },
    { does: 'resume' as const, nth: 6 },
    { does: 'lists' as const, count: 14 },
  ],
};
const FATES_IN_ROUND: readonly Fate[] = [
  ...(['lost-but-done', 'lost-and-late', 'refused', 'lost', 'lost-and-late', 'refused'] as const),
  ...(['refused', 'lost-and-late', 'lost-but-done', 'done', 'lost-but-done'] as const),
];

const worked = new Set<string>();

test('all five kinds of rules on any fleet keep their caps, leave pending bids alone, resume only what they paused, and act one at a time on new lists', {
  timeout: 60_000 + RUNS * 3000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ bids, maxWrites, maxCost, fates, steps }) => {
      const clock = handClock();
      const path = newPath();
      const rules = rulesWith(maxWrites, maxCost);
      const service = createService([
        newBid('bid_like', 'like-this', { quantity: 1 }),
        ...bids.map(({ name, ...more }, n) => newBid(`bid_made${n}`, `${name}-${n}`, more)),
      ]);
      const checks = createChecks(rules);
      let sequence = 0;
      const nextSequence = (): number => {
        sequence += 1;
        return sequence;
      };
      const nextFate = (): Fate => fates.next().value ?? 'done';

      const begin = () => {
        let alive = true;
        const journal = openFeatureJournal(path, clock.now);
        const opened = sameThread(journal);
        const records = createRuleReader(opened);
        const store = createStore<ConsoleState>(() => ({ ...timePassed(startedConsole(), clock.now()) }));
        const change = (to: (state: ConsoleState) => ConsoleState): void => store.setState(to(store.getState()), true);
        const answer = (write: Write, fate: Fate): FinishedWrite => ({
          write,
          place: placeOf(store.getState()),
          outcome:
            fate === 'done'
              ? { kind: 'made', written: { kind: 'nothing' } }
              : fate === 'refused'
                ? { kind: 'refused', error: REFUSED }
                : { kind: 'unknown', why: 'The answer was lost.', secret: null },
        });
        runRules({
          store,
          journal: opened,
          records,
          pauseSets: opened,
          clock,
          nextSequence,
          scope: HERE,
          rules: () => rules,
          runs: 'a test',
          onEvent: () => undefined,
          sendForRule: async (write) => {
            const action = checks.sends(store.getState(), write, knownActions(journal.ruleActions(HERE)), clock.now());
            const fate = nextFate();
            if (action !== null && (fate === 'done' || fate === 'lost-but-done')) service.carryOut(action);
            if (action !== null && fate === 'lost-and-late') clock.after(20_000, () => service.carryOut(action));
            await quiet();
            checks.ended(nextSequence(), action);
            return alive ? answer(write, fate) : new Promise(() => undefined);
          },
        });
        return {
          journal,
          change,
          state: store.getState,
          kill: (): void => {
            alive = false;
            journal.close();
          },
        };
      };

      let life = begin();
      const versions = rules.map((rule) => ({ name: rule.name, version: versionOf(rule) }));
      life.journal.declareRules(HERE, versions);
      for (const version of versions) life.journal.releaseRule(HERE, version);

      const lists = async (): Promise<void> => {
        const asked = { at: clock.now(), sequence: nextSequence() };
        const { bids: bidRows, instances } = service.rows();
        await clock.pass(LIST_MS / 3);
        checks.listed();
        const { change } = life;
        change((state) => timePassed(state, clock.now()));
        const sampled = instances.map(({ row: { fid } }) => ({
          kind: 'sampled' as const,
          fid,
          sample: idleSample(clock.now()),
        }));
        change((state) => machinesRead(state, sampled));
        for (const arrive of rowsInto({ bids: bidRows, instances }, asked)) change(arrive);
        await clock.pass((2 * LIST_MS) / 3);
      };
      /** The operator's own write: pending until a list that was requested after it. */
      const operate = (does: 'pause' | 'resume', nth: number): void => {
        const rows = [...life.state().lists.bids.rows.values()].map(({ row }) => row);
        const row = rows[nth % Math.max(1, rows.length)];
        const one = row === undefined ? undefined : service.bids.get(row.fid);
        if (row === undefined || one === undefined || one.status === 'Terminated') return;
        const id = nextSequence();
        life.change((state) => writeSent(state, id, does === 'pause' ? pauseBid(row) : resumeBid(row), clock.now()));
        if (does === 'resume' && one.status === 'Paused') {
          one.status = 'Open';
          if (/paused/i.test(row.status ?? '')) checks.resumedByOperator(row.fid);
        } else if (does === 'pause') one.status = 'Paused';
        life.change((state) => writeAwaitsList(state, id, 'done', nextSequence(), clock.now()));
      };

      for (const one of steps) {
        switch (one.does) {
          case 'lists':
            for (let n = 0; n < one.count; n++) await lists();
            break;
          case 'pause':
          case 'resume':
            operate(one.does, one.nth);
            await lists();
            break;
          case 'market': {
            const found = [...service.bids.values()][one.nth % service.bids.size];
            if (found?.status === 'Open') found.status = 'Allocated';
            else if (found?.status === 'Allocated') found.status = 'Open';
            break;
          }
          case 'kill':
            life.kill();
            life = begin();
            break;
          case 'go-on':
            life.journal.holdRules(
              HERE,
              rules.map(({ name }) => name),
              null,
            );
        }
      }
      life.kill();
      for (const kind of checks.kinds) worked.add(kind);
      expect(checks.wrong).toEqual([]);
    }),
    {
      numRuns: RUNS,
      endOnFailure: true,
      examples: [[{ ...RESUMED_IN_ROUND, fates: fc.stream(FATES_IN_ROUND.values()) }]],
    },
  );
  expect([...worked].sort(), 'kinds of rules that have written').toEqual([
    'budget',
    'idle',
    'ladder',
    'schedule',
    'spread',
  ]);
});
