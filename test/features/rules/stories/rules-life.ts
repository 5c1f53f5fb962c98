import { createStore } from 'zustand/vanilla';
import { type Client, createClient } from '../../../../src/api/client.ts';
import { RuleAction } from '../../../../src/features/rules/engine/decision.ts';
import { followRules } from '../../../../src/features/rules/follow-rules.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import type { RuleEvent } from '../../../../src/features/rules/runner/rule-event.ts';
import { sameThread } from '../../../../src/journal/same-thread.ts';
import type { Scope } from '../../../../src/journal/scope.ts';
import { machineClock } from '../../../../src/lib/clock.ts';
import type { RunningMarket } from '../../../../src/market/server.ts';
import { unicodeGlyphs } from '../../../../src/resources/glyphs.ts';
import type { Write } from '../../../../src/resources/write.ts';
import { startState } from '../../../../src/store/start-state.ts';
import type { ConsoleState } from '../../../../src/store/state.ts';
import { timePassed } from '../../../../src/store/transitions.ts';
import { createPoller } from '../../../../src/sync/poller.ts';
import { createWriting } from '../../../../src/sync/write-queue.ts';
import { countRequests } from '../../../faults/open-requests.ts';
import type { Wire } from '../../../faults/wire.ts';
import { loadedFeatures } from '../../../features-loaded.ts';
import type { HandClock } from '../../../store/hand-clock.ts';
import { connected } from '../../../store/made.ts';
import { type FeatureJournal, openFeatureJournal } from '../open-journal.ts';

/** What all lives of a program share: the service, the wire to it, the clock and the journal's file. */
export type World = {
  readonly market: RunningMarket;
  readonly wire: Wire;
  readonly clock: HandClock;
  readonly path: string;
  readonly scope: Scope;
  readonly rules: readonly Rule[];
  readonly readOnly?: boolean;
  /** Called for each event of a rule. */
  readonly onEvent?: (event: RuleEvent) => void;
  /** Called for each write, right before it is sent. */
  readonly onSend: (write: Write, open: readonly { readonly id: number; readonly action: RuleAction }[]) => void;
};

export type Life = {
  readonly journal: FeatureJournal;
  readonly state: () => ConsoleState;
  /** Tells it the time. */
  readonly tick: () => void;
  /** Waits for the answers to all its requests. */
  readonly settle: () => Promise<void>;
  /** Stops it as SIGSTOP does, until it is thawed: it sees no answer and no time. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Ends it as SIGKILL does: nothing is cleaned up, and no answer arrives any more. */
  readonly kill: () => void;
};

const never = <Kind>(): Promise<Kind> => new Promise(() => undefined);

export function begin({ market, wire, clock, path, scope, rules, readOnly = false, onSend, ...world }: World): Life {
  let alive = true;
  let frozen: PromiseWithResolvers<void> | null = null;
  let turns = 0;
  const requests = countRequests();
  const real = createClient(
    {
      baseUrl: wire.origin,
      token: market.token,
      allowPlainHttp: true,
      readOnly: false,
      timeoutMs: 10_000,
      pageSize: 100,
      maxPages: 100,
    },
    { clock: { ...machineClock, now: clock.now } },
  );
  const mortal = async <Kind>(ask: () => Promise<Kind>): Promise<Kind> => {
    if (!alive) return never();
    const answer = await requests.follow(ask());
    await frozen?.promise;
    return alive ? answer : never();
  };
  const client: Client = {
    list: (name, asked, how) => mortal(() => real.list(name, asked, requests.waitsIn(how))),
    call: (name, asked, how) => mortal(() => real.call(name, asked, how)),
  };
  const store = createStore<ConsoleState>(() =>
    startState(
      loadedFeatures,
      { ...connected, project: market.project, readOnly },
      unicodeGlyphs,
      { columns: 80, rows: 24 },
      clock.now(),
    ),
  );
  const journal = openFeatureJournal(path, clock.now);
  const opened = sameThread(journal);
  const nextSequence = (): number => {
    turns += 1;
    return turns;
  };
  const parts = { store, client: () => client, clock, nextSequence };
  const pace = { visibleMs: 10_000, hiddenMs: 120_000, maxRequests: 600 };
  const poller = createPoller({ ...parts, pace: () => pace, random: () => 0.5, onFilterFault: () => undefined });
  const writing = createWriting({ ...parts, poke: poller.poke });
  poller.start();
  followRules({
    store,
    journal: opened,
    pauseSets: opened,
    scope: () => scope,
    clock,
    nextSequence,
    rules: () => rules,
    known: () => rules,
    runs: 'a test',
    onEvent: (event) => world.onEvent?.(event),
    sendForRule: (write) => {
      const open = journal
        .ruleActions(scope)
        .filter(({ outcome, rule }) => outcome === null && rule === write.agent?.name);
      onSend(
        write,
        open.map(({ id, action }) => ({ id, action: RuleAction.parse(JSON.parse(action)) })),
      );
      return writing.sendForAgent(write);
    },
  });
  const thaw = (): void => {
    frozen?.resolve();
    frozen = null;
  };
  return {
    journal,
    state: store.getState,
    tick: () => {
      if (alive && frozen === null) store.setState(timePassed(store.getState(), clock.now()), true);
    },
    settle: async () => {
      await clock.pass(0);
      while (requests.areOpen()) {
        await requests.ended();
        await clock.pass(0);
      }
    },
    freeze: () => {
      frozen ??= Promise.withResolvers<void>();
    },
    thaw,
    kill: () => {
      if (!alive) return;
      alive = false;
      thaw();
      poller.stop();
      journal.close();
    },
  };
}

/** Lets seconds pass for programs that run at the same time, and waits for the answers to all their requests. */
export async function pass({ clock }: Pick<World, 'clock'>, lives: readonly Life[], seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await clock.pass(1000);
    for (const life of lives) life.tick();
    for (const life of lives) await life.settle();
  }
}
