import { createStore } from 'zustand/vanilla';
import { readRules } from '../../../../src/features/rules/follow-rules.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { createRuleReader } from '../../../../src/features/rules/rule-reader.ts';
import { statusOf } from '../../../../src/features/rules/rule-rows.ts';
import { versionOf } from '../../../../src/features/rules/rules-state.ts';
import { rowsRulesRead } from '../../../../src/features/rules/runner/rows-read.ts';
import type { RuleEvent } from '../../../../src/features/rules/runner/rule-event.ts';
import { runRules } from '../../../../src/features/rules/runner/runner.ts';
import { sameThread } from '../../../../src/journal/same-thread.ts';
import type { Write } from '../../../../src/resources/write.ts';
import { type ConsoleState, placeOf } from '../../../../src/store/state.ts';
import { partArrived, rowsArrived, timePassed } from '../../../../src/store/transitions.ts';
import { lateJournal } from '../../../journal/late.ts';
import { HERE } from '../../../journal/scope.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { handClock, quiet } from '../../../store/hand-clock.ts';
import { type Holding, whole } from '../../../store/made.ts';
import { scheduleRule } from '../engine/made-rules.ts';
import { openFeatureJournal } from '../open-journal.ts';

type Rows = Pick<Holding, 'bids' | 'instances'>;

export function runningRules(rules: readonly Rule[], start: ConsoleState, path = newPath()) {
  const clock = handClock();
  const store = createStore<ConsoleState>(() => start);
  const journal = openFeatureJournal(path, clock.now);
  const late = lateJournal(sameThread(journal));
  const opened = late.journal;
  const records = createRuleReader(opened);
  const events: RuleEvent[] = [];
  const sent: Write[] = [];
  let sequence = 0;
  const nextSequence = (): number => {
    sequence += 1;
    return sequence;
  };
  const change = async (...to: readonly ((state: ConsoleState) => ConsoleState)[]): Promise<void> => {
    for (const each of to) store.setState(each(store.getState()), true);
    await quiet();
  };
  const reading = readRules({ store, journal: opened, records, scope: () => HERE, rules: () => rules });
  const runner = runRules({
    store,
    journal: opened,
    records,
    pauseSets: opened,
    clock,
    nextSequence,
    scope: HERE,
    rules: () => rules,
    runs: 'a test',
    onEvent: (event) => void events.push(event),
    sendForRule: async (write) => {
      sent.push(write);
      const place = placeOf(store.getState());
      return { write, place, outcome: { kind: 'made', written: { kind: 'nothing' } } };
    },
  });
  const poll = (ageMs: number) => ({ at: clock.now() - ageMs, sequence: nextSequence() });

  return {
    clock,
    path,
    late,
    events,
    sent,
    state: store.getState,
    read: () => rowsRulesRead(store.getState()),
    /** What a rule does now, as the pane of the rules has it. */
    status: (rule: Rule) => statusOf(store.getState(), rule, []),
    release: (): void => {
      const versions = rules.map((rule) => ({ name: rule.name, version: versionOf(rule) }));
      journal.declareRules(HERE, versions);
      for (const version of versions) journal.releaseRule(HERE, version);
    },
    /** Lets seconds pass. */
    pass: async (seconds: number): Promise<void> => {
      for (let n = 0; n < seconds; n++) {
        await clock.pass(1000);
        await change((state) => timePassed(state, clock.now()));
      }
    },
    /** Both complete lists arrive, requested some time ago. */
    lists: async ({ bids = [], instances = [] }: Rows, ageMs = 0): Promise<void> => {
      const asked = poll(ageMs);
      await change(
        (state) => rowsArrived(state, 'instances', whole(...instances), asked, clock.now()),
        (state) => rowsArrived(state, 'bids', whole(...bids), asked, clock.now()),
      );
    },
    /** Rows arrive that were just requested, and all instances of some bids. */
    part: async ({ bids = [], instances = [] }: Rows, ofBids: readonly string[] = []): Promise<void> => {
      const asked = poll(0);
      const now = clock.now();
      await change(
        (state) => partArrived(state, 'bids', { rows: whole(...bids).rows, gone: [] }, asked, now),
        (state) => partArrived(state, 'instances', { rows: whole(...instances).rows, gone: [], ofBids }, asked, now),
      );
    },
    stop: async (): Promise<void> => {
      reading.stop();
      await runner.stop();
    },
  };
}

/** Pauses at one minute past noon, and resumes nine minutes later. */
export const night = scheduleRule({ maxCost: null, pause: '1 12 * * *', resume: '10 12 * * *' });

export type Running = ReturnType<typeof runningRules>;

/** What was sent, in order: `pause train`. */
export const verbs = ({ sent }: Running): readonly string[] => sent.map(({ verb, name }) => `${verb} ${name}`);

/** Lists arrive every other second. */
export async function reads(
  own: Running,
  seconds: number,
  rowsAt: (second: number) => Rows | undefined,
): Promise<void> {
  for (let second = 0; second < seconds; second += 2) {
    await own.lists(rowsAt(second) ?? {});
    await own.pass(2);
  }
}
