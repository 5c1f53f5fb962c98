import type { RunningConsole, RuntimeAccess } from '../../app/runtime-part.ts';
import type { Bid } from '../../contract/bid.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Scope } from '../../journal/scope.ts';
import type { Cancel } from '../../lib/clock.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { preemptingBids } from '../../store/preemption.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { startInBackground } from '../../system/background-program.ts';
import { type FilledCommand, filledIn } from './custom-command.ts';
import { hookFinished, hookNotRun } from './preempt-activity.ts';
import { spotdeckVariables } from './spotdeck-variables.ts';

/** Lifetime of a claim after a console last saw the bid being preempted, in milliseconds. */
const CLAIM_MS = 3_600_000;
/** Interval at which the claim on a bid that is still being preempted is renewed, in milliseconds. */
const RENEW_MS = 600_000;
/** Interval of retries of a claim while another program has locked the journal, in milliseconds. */
const RETRY_MS = 500;
const MAX_TRIES = 20;
/** Maximum number of programs that run at once; the rest wait. */
const MAX_RUNNING = 4;
/** Characters kept of the end of a program's output. */
const MAX_OUTPUT = 2000;

/** A runtime whose preemptions run a program. */
type PreemptionWatch = Pick<RuntimeAccess, 'store' | 'clock'> & {
  readonly journal: Pick<Journal, 'claim'>;
  /** The service and project of a bid, under which the journal stores it. */
  readonly scopeOf: (bid: string) => Scope;
  /** The operator's program and its arguments; null when none is configured. */
  readonly command: () => readonly string[] | null;
  readonly hooks: HookRunner;
};

/** Runs the operator's program for preemptions, also after a switch to another profile. */
export type HookRunner = {
  readonly run: (command: readonly string[], bid: Bid) => void;
  /** The number of running programs. They continue when the console ends. */
  readonly running: () => number;
  /** Drops the programs that wait for their turn. */
  readonly drop: () => void;
};

/** Creates the runner. The program gets its arguments by the rules of custom commands, and never the console's token. */
export function createHookRunner({ store, clock }: Pick<RunningConsole, 'store' | 'clock'>): HookRunner {
  const turns = createSemaphore(MAX_RUNNING);
  let running = 0;
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);

  const run = async (bid: Bid, at: number, { program, args, environment: values }: FilledCommand): Promise<void> => {
    let output = '';
    const { ended } = startInBackground({
      program,
      args,
      values: { ...spotdeckVariables(), ...values },
      clock,
      printed: (lines) => {
        output = [output, ...lines].join(' ').trim().slice(-MAX_OUTPUT);
      },
    });
    running += 1;
    const { ok, how } = await ended;
    running -= 1;
    change((state) => hookFinished(state, bid, at, { ok, text: output === '' ? how : `${how}: ${output}` }));
  };

  return {
    run: (parts, bid) => {
      const at = clock.now();
      const own = { name: 'on_preempt', run: { kind: 'program', parts } } as const;
      // Filled in now: when its turn comes, the console may show the rows of another profile.
      const state = store.getState();
      const filled = filledIn(own, 'bids', bid, liveContextOf(state), state.features.panes);
      if (filled.ok) void turns.acquire(() => run(bid, at, filled.value));
      else change((state) => hookNotRun(state, bid, at, filled.error));
    },
    running: () => running,
    drop: turns.cancel,
  };
}

/**
 * Runs the operator's program (`on_preempt`) for each bid that is being preempted, also for those already preempted when the
 * console started: once for each preemption, by one of the consoles that share the journal. Returns the function that stops it.
 */
export function runPreemptHook({ store, clock, journal, scopeOf, command, hooks }: PreemptionWatch): Cancel {
  /** Time of the last claim on each bid that is being preempted, by the steady clock. */
  const claimed = new Map<string, number>();
  /** Timers of claims that are tried again. */
  const retries = new Set<Cancel>();

  const claim = (parts: readonly string[], bid: Bid, scope: Scope, over: number | null, tries: number): void => {
    const answer = journal.claim(scope, claimOn(bid), CLAIM_MS, over);
    if (answer === 'taken') return;
    if (answer === 'busy' && tries < MAX_TRIES) {
      const cancel = clock.after(RETRY_MS, () => {
        retries.delete(cancel);
        claim(parts, bid, scope, over, tries + 1);
      });
      retries.add(cancel);
      return;
    }
    // The operator's program runs even when the claim can't be stored.
    hooks.run(parts, bid);
  };

  const check = (state: ConsoleState): void => {
    const parts = command();
    const bids = preemptingBids(state);
    const now = new Set<string>(bids.map(({ fid }) => fid));
    for (const fid of claimed.keys()) if (!now.has(fid)) claimed.delete(fid);
    if (parts === null) return;
    for (const bid of bids) {
      const before = claimed.get(bid.fid);
      if (before !== undefined && clock.steady() - before < RENEW_MS) continue;
      claimed.set(bid.fid, clock.steady());
      if (before === undefined) claim(parts, bid, scopeOf(bid.fid), lastOtherwise(state, bid), 0);
      else journal.claim(scopeOf(bid.fid), claimOn(bid), CLAIM_MS);
    }
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (state.lists.bids !== before.lists.bids) check(state);
  });
  check(store.getState());
  return () => {
    for (const cancel of retries) cancel();
    unsubscribe();
  };
}

/** When the bid was last known not to be preempted, null when unknown: an earlier claim was on another preemption. */
function lastOtherwise({ preempting }: ConsoleState, { fid }: Bid): number | null {
  const record = preempting.get(fid);
  return record === undefined || record.slackMs === null ? null : record.seenAt - record.slackMs;
}

const claimOn = ({ fid }: Bid): string => `told of ${fid}`;
