import type { Outcome } from '../../api/result.ts';
import type { RunningConsole } from '../../app/runtime-part.ts';
import type { Cancel } from '../../lib/clock.ts';
import { shortDuration } from '../../lib/duration.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { type ActivityRow, SINGLE_EVENT } from '../../resources/rows.ts';
import { addActivity, showNotice } from '../../store/activity.ts';
import type { ConsoleState } from '../../store/state.ts';
import { startInBackground } from '../../system/background-program.ts';
import type { FilledCommand } from './custom-command.ts';
import type { PreemptedBid, StartClaim } from './journal.ts';
import { spotdeckVariables } from './spotdeck-variables.ts';

/** Interval of retries of a claim while another program has locked the journal, and that of those after the first ones, in milliseconds. */
const RETRY_MS = 500;
const LATER_MS = 5000;
/** Retries after which it is said that the journal is locked. */
const MOST_SILENT = 20;
/** Maximum number of programs that run at once; the rest wait. */
const MAX_RUNNING = 4;
/** Characters kept of the end of a program's output. */
const MAX_OUTPUT = 2000;

/** A preemption whose program is to be started. */
export type HookJob = {
  /** Names the preemption, so that it is taken once. */
  readonly key: string;
  readonly bid: PreemptedBid;
  /** When the preemption was first seen, in milliseconds since 1970. */
  readonly began: number;
  /** The program with the values of the bid, or why it can't be run. */
  readonly filled: Outcome<FilledCommand, string>;
  /** Claims the start in the journal, right before the program starts. */
  readonly claim: () => Promise<StartClaim>;
  /** The longest time that the program may take, in milliseconds. */
  readonly maxMs: number;
};

/** Runs the operator's program for preemptions, also after a switch to another profile. */
export type HookRunner = {
  /** Starts the programs of preemptions in their turn, unless another console does. */
  readonly offer: (jobs: readonly HookJob[]) => void;
  /** The number of running programs. They continue when the console ends. */
  readonly running: () => number;
  /** The number of preemptions that wait for their turn. When the console ends, the next one takes them from the journal. */
  readonly waiting: () => number;
  /** Starts no further program; resolves when all that were claimed are started. */
  readonly stop: () => Promise<void>;
};

/** Creates the runner. The program never gets the console's token. */
export function createHookRunner({ store, clock }: Pick<RunningConsole, 'store' | 'clock'>): HookRunner {
  const turns = createSemaphore(MAX_RUNNING);
  const taken = new Set<string>();
  /** Jobs whose program was started though that could not be kept. It is kept before anything else is claimed. */
  const unkept = new Map<string, HookJob>();
  const retries = new Set<Cancel>();
  let inTurn = 0;
  let running = 0;
  /** Preemptions that wait, each with whether Activity says so. */
  const waiting = new Map<string, boolean>();
  /** Claims that the journal has not answered. */
  const claiming = new Set<Promise<unknown>>();
  let isStopped = false;
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);

  /** Why starts could not be kept; null once all are. */
  const keepStarts = async (): Promise<'busy' | 'not-kept' | null> => {
    for (const [key, job] of unkept) {
      const answer = await job.claim();
      if (answer === 'busy' || answer === 'not-kept') return answer;
      unkept.delete(key);
    }
    return null;
  };

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.after(ms, () => {
        retries.delete(cancel);
        resolve();
      });
      retries.add(cancel);
    });

  /**
   * Whether this console starts the program; null while another program has locked the journal: another console may have started it.
   * Where none can use the journal, each starts it.
   */
  const isMine = async (job: HookJob): Promise<boolean | null> => {
    const answer = (await keepStarts()) ?? (isStopped ? 'busy' : await job.claim());
    if (answer === 'busy') return null;
    if (answer === 'not-kept') unkept.set(job.key, job);
    return answer !== 'taken';
  };

  const claim = (job: HookJob): Promise<boolean | null> => {
    const answer = isMine(job).finally(() => claiming.delete(answer));
    claiming.add(answer);
    return answer;
  };

  const run = async (job: HookJob): Promise<void> => {
    const { bid, began, filled, maxMs } = job;
    let claimed = await claim(job);
    for (let tries = 0; claimed === null; tries++) {
      if (isStopped) return;
      if (tries === MOST_SILENT) {
        waiting.set(job.key, true);
        change((state) => hookLocked(state, bid, clock.now()));
      }
      await pause(tries < MOST_SILENT ? RETRY_MS : LATER_MS);
      claimed = await claim(job);
    }
    const wasSaid = waiting.get(job.key) === true;
    waiting.delete(job.key);
    const at = clock.now();
    if (!claimed) {
      if (wasSaid) change((state) => hookElsewhere(state, bid, at));
      return;
    }
    if (!filled.ok) {
      change((state) => hookNotRun(state, bid, at, filled.error));
      return;
    }
    let output = '';
    const { program, args, environment } = filled.value;
    const { ended } = startInBackground({
      program,
      args,
      values: { ...spotdeckVariables(), ...environment, SPOTDECK_PREEMPTED_AT: new Date(began).toISOString() },
      clock,
      maxMs,
      printed: (lines) => {
        output = [output, ...lines].join(' ').trim().slice(-MAX_OUTPUT);
      },
    });
    running += 1;
    const { ok, how } = await ended;
    running -= 1;
    change((state) => hookFinished(state, bid, { began, at }, { ok, text: output === '' ? how : `${how}: ${output}` }));
  };

  return {
    offer: (jobs) => {
      if (isStopped) return;
      void keepStarts();
      for (const job of jobs.filter(({ key }) => !taken.has(key))) {
        taken.add(job.key);
        const waits = inTurn >= MAX_RUNNING;
        waiting.set(job.key, waits);
        if (waits) change((state) => hookWaits(state, job.bid, clock.now(), MAX_RUNNING));
        void turns.acquire(async () => {
          inTurn += 1;
          await run(job).finally(() => {
            inTurn -= 1;
          });
        });
      }
    },
    running: () => running,
    waiting: () => waiting.size,
    stop: async () => {
      isStopped = true;
      turns.cancel();
      for (const cancel of retries) cancel();
      await Promise.all(claiming);
    },
  };
}

/** Time since a preemption was first seen from which on it is said that its program started late, in milliseconds. */
const LATE_MS = 60_000;

/** Records the end of the operator's `on_preempt` program, which was started at a time for a preemption that began earlier. */
function hookFinished(
  state: ConsoleState,
  bid: PreemptedBid,
  { began, at }: { readonly began: number; readonly at: number },
  end: { readonly ok: boolean; readonly text: string },
): ConsoleState {
  const late = at - began < LATE_MS ? '' : `, ${shortDuration(at - began)} late`;
  return aboutPreemption(state, bid, at, end.ok ? 'done' : 'refused', `ran for ${bid.label}${late}: ${end.text}`);
}

/** Records that the operator's `on_preempt` program was not run; `why` is a sentence. */
function hookNotRun(state: ConsoleState, bid: PreemptedBid, at: number, why: string): ConsoleState {
  return aboutPreemption(showNotice(state, why, 'bad'), bid, at, 'refused', `did not run for ${bid.label}: ${why}`);
}

/** Records that the operator's `on_preempt` program waits, because others run. */
function hookWaits(state: ConsoleState, bid: PreemptedBid, at: number, running: number): ConsoleState {
  return aboutPreemption(state, bid, at, 'seen', `waits for ${bid.label}: ${running} programs are running`);
}

/** Records that the operator's `on_preempt` program waits, because it can't be seen whether another console has started it. */
function hookLocked(state: ConsoleState, bid: PreemptedBid, at: number): ConsoleState {
  const what = `waits for ${bid.label}: another program has locked the journal`;
  return aboutPreemption(showNotice(state, `on_preempt ${what}.`, 'bad'), bid, at, 'seen', what);
}

/** Records that another console has taken the preemption while it waited here. */
function hookElsewhere(state: ConsoleState, bid: PreemptedBid, at: number): ConsoleState {
  return aboutPreemption(state, bid, at, 'done', `runs for ${bid.label} in another console`);
}

function aboutPreemption(
  state: ConsoleState,
  { fid }: PreemptedBid,
  at: number,
  outcome: ActivityRow['outcome'],
  what: string,
): ConsoleState {
  return addActivity(state, {
    ...SINGLE_EVENT,
    fid: `hook-${fid}`,
    at,
    since: null,
    from: 'here',
    who: 'operator',
    outcome,
    what: `on_preempt ${what}`,
    about: { pane: 'bids', fid },
  });
}
