import { createStore } from 'zustand/vanilla';
import { programs } from '../../src/app/programs.ts';
import type { RuntimeAccess } from '../../src/app/runtime-part.ts';
import type { OperatorEvent } from '../../src/changes/change-event.ts';
import { composeFeatures } from '../../src/command/feature.ts';
import { features } from '../../src/features/index.ts';
import { type Journal, openJournal } from '../../src/journal/journal.ts';
import { sameThread } from '../../src/journal/same-thread.ts';
import type { Scope } from '../../src/journal/scope.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { noGlyphs } from '../../src/resources/glyphs.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { composedPanes } from '../../src/resources/service-actions.ts';
import { type Follower, type FollowerAccess, type JournalSync, syncJournal } from '../../src/store/journal-sync.ts';
import { NOWHERE, startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { rowsArrived } from '../../src/store/transitions.ts';
import type { Look } from './market.ts';

const unused = (): never => {
  throw new Error('A simulated past has no service.');
};

/** What the journal says where the past begins and ends, so that nobody takes it for real. */
const BEGINS = 'Simulated from here: two weeks of the demo, in fast motion';
const ENDS = 'Simulated up to here, live from now on';
const finding = (what: string): OperatorEvent => ({
  kind: 'noted',
  who: 'service',
  outcome: 'seen',
  what,
  about: null,
  action: null,
});

/** Lets a console watch the market in fast motion, and returns its journal, which is in memory: what it had written, had it watched. */
export async function watched(looks: Iterable<Look>, { service, project }: Scope): Promise<Journal> {
  const loaded = await features.loadRunning();
  const tables = await loaded.tables();
  const own = composeFeatures(composedPanes(await features.loadPanes()), loaded);
  let now = 0;
  const clock: Clock = { now: () => now, steady: () => now, after: () => () => undefined };
  const journal = openJournal(':memory:', clock.now, serviceResources, tables);
  const connected = { ...NOWHERE, profile: 'demo', project };
  let sync: JournalSync | null = null;
  const store = createStore<ConsoleState>(() => startState(own, connected, noGlyphs, { columns: 80, rows: 24 }, now));
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const running: RuntimeAccess = {
    program: programs.watch,
    store,
    change,
    clock,
    random: () => 0,
    nextSequence: () => 0,
    environment: {},
    rehearses: true,
    profile: unused,
    foreign: () => null,
    token: () => null,
    signIn: unused,
    mayChange: () => false,
    sendForAgent: unused,
    scope: () => ({ service, project }),
    scopes: () => [{ service, project }],
    scopeOf: () => ({ service, project }),
    report: () => undefined,
  };
  const followers = own.runtime.flatMap(({ follows }) =>
    follows === undefined ? [] : [(following: FollowerAccess) => writing(follows(running, following))],
  );
  const extend = observedTo(journal);
  let sequence = 0;
  for (const { at, lists, noted } of looks) {
    now = at;
    if (sequence === 0) {
      journal.note({ service, project }, 'begin', now, finding(BEGINS));
      sync = syncJournal({ store, journal: sameThread(journal), service: () => service, followers });
      await sync.begun;
    }
    sequence += 1;
    for (const [n, one] of noted.entries()) journal.note({ service, project }, `${sequence}-${n}`, one.at, one.event);
    const poll = { at, sequence };
    change((state) => {
      let next: ConsoleState = { ...state, now };
      next = rowsArrived(next, 'bids', lists.bids, poll, now);
      next = rowsArrived(next, 'instances', lists.instances, poll, now);
      next = rowsArrived(next, 'volumes', lists.volumes, poll, now);
      return rowsArrived(next, 'sshKeys', lists.sshKeys, poll, now);
    });
    await sync?.settled();
    extend(at);
  }
  journal.note({ service, project }, 'end', now, finding(ENDS));
  sync?.stop();
  return journal;
}

/** What a follower writes; what it shows of it is not looked at. */
const writing = ({ begin, stateChanged, finish }: Follower): Follower => ({
  ...(begin === undefined ? {} : { begin }),
  ...(stateChanged === undefined ? {} : { stateChanged }),
  ...(finish === undefined ? {} : { finish }),
});

/**
 * Says that the lists were read all the time until then: a console reads them every few seconds, which writes nothing else while nothing
 * changes. Nothing is said where no feature keeps that.
 */
function observedTo({ access: { database } }: Journal): (at: number) => void {
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'observed'").get();
  if (found === undefined) return () => undefined;
  const first = database.prepare('DELETE FROM observed WHERE began > (SELECT min(began) FROM observed)');
  const extended = database.prepare('UPDATE observed SET ended = ?');
  return (at) => {
    first.run();
    extended.run(at);
  };
}
