import type { Outcome } from '../../api/result.ts';
import type { RunningConsole } from '../../app/runtime-part.ts';
import type { Cancel } from '../../lib/clock.ts';
import { shortDuration } from '../../lib/duration.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { ActivityRow } from '../../resources/rows.ts';
import { SINGLE_EVENT } from '../../resources/rows.ts';
import { addActivity, showNotice } from '../../store/activity.ts';
import { startInBackground } from '../../system/background-program.ts';
import { type FilledCommand, spotdeckVariables } from './custom-command.ts';
import { BEGAN_VARIABLE, type Hook } from './hook.ts';
import type { HookBid, StartClaim } from './journal.ts';

/** Interval of retries while the journal is locked, and of later ones, in milliseconds. */
const RETRY_MS = 500;
const LATER_MS = 5000;
/** Retries before Activity reports the lock. */
const MOST_SILENT = 20;
/** More programs wait. */
const MAX_RUNNING = 4;
/** Characters kept from the end of a program's output. */
const MAX_OUTPUT = 2000;
/** Delay from which a start is reported as late, in milliseconds. */
const LATE_MS = 60_000;

export type HookJob = {
  readonly hook: Hook;
  /** Identifies the occasion, so that it is taken once. */
  readonly key: string;
  readonly bid: HookBid;
  /** When the occasion was first seen, in milliseconds since 1970. */
  readonly began: number;
  /** The program with the bid's values, or why it can't run. */
  readonly filled: Outcome<FilledCommand, string>;
  readonly claim: () => Promise<StartClaim>;
  readonly maxMs: number;
};

export type HookRunner = {
  /** Starts the programs in turn, unless another console does. */
  readonly offer: (jobs: readonly HookJob[]) => void;
  /** Programs of a hook that run. They outlive the console. */
  readonly running: (hook: Hook) => number;
  /** Waiting occasions. The next console takes them from the journal. */
  readonly waiting: (hook: Hook) => number;
  /** Starts no further program; resolves once all claimed ones are started. */
  readonly stop: () => Promise<void>;
};

/** Creates the runner for all profiles. The program never gets the console's token. */
export function createHookRunner({ store, clock }: Pick<RunningConsole, 'store' | 'clock'>): HookRunner {
  const turns = createSemaphore(MAX_RUNNING);
  const taken = new Set<string>();
  /** Started jobs not yet in the journal: kept before anything else is claimed. */
  const unkept = new Map<string, HookJob>();
  const retries = new Set<Cancel>();
  let inTurn = 0;
  /** The hooks of programs that run. */
  let running: readonly Hook[] = [];
  /** Waiting jobs by key, and whether Activity shows them. */
  const waiting = new Map<string, { readonly hook: Hook; readonly isShown: boolean }>();
  const claiming = new Set<Promise<unknown>>();
  let isStopped = false;
  const say = (
    { hook, bid: { fid, label } }: HookJob,
    outcome: ActivityRow['outcome'],
    [verb, rest]: readonly [verb: string, rest: string],
    { alert = null, at = clock.now() }: { readonly alert?: string | null; readonly at?: number } = {},
  ): void => {
    const state = store.getState();
    const row = {
      ...SINGLE_EVENT,
      fid: `${hook}-${fid}`,
      at,
      since: null,
      from: 'here',
      who: 'operator',
      outcome,
      what: `${hook} ${verb} for ${label}${rest}`,
      about: { pane: 'bids', fid },
    } as const;
    store.setState(addActivity(alert === null ? state : showNotice(state, alert, 'bad'), row), true);
  };

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

  /** Whether this console starts the program; null while the journal is locked. Without a journal each console starts it. */
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
    const { hook, began, filled, maxMs } = job;
    let isClaimed = await claim(job);
    for (let tries = 0; isClaimed === null; tries++) {
      if (isStopped) return;
      if (tries === MOST_SILENT) {
        waiting.set(job.key, { hook, isShown: true });
        const locked = ': another program has locked the journal';
        say(job, 'seen', ['waits', locked], { alert: `${hook} waits for ${job.bid.label}${locked}.` });
      }
      await pause(tries < MOST_SILENT ? RETRY_MS : LATER_MS);
      isClaimed = await claim(job);
    }
    const wasSaid = waiting.get(job.key)?.isShown === true;
    waiting.delete(job.key);
    if (!isClaimed) {
      if (wasSaid) say(job, 'done', ['runs', ' in another console']);
      return;
    }
    if (!filled.ok) {
      say(job, 'refused', ['did not run', `: ${filled.error}`], { alert: filled.error });
      return;
    }
    const at = clock.now();
    let output = '';
    const { program, args, environment } = filled.value;
    const { ended } = startInBackground({
      program,
      args,
      values: { ...spotdeckVariables(), ...environment, [BEGAN_VARIABLE[hook]]: new Date(began).toISOString() },
      clock,
      maxMs,
      printed: (lines) => {
        output = [output, ...lines].join(' ').trim().slice(-MAX_OUTPUT);
      },
    });
    running = [...running, hook];
    const { ok, how } = await ended;
    running = running.toSpliced(running.indexOf(hook), 1);
    const late = at - began < LATE_MS ? '' : `, ${shortDuration(at - began)} late`;
    say(job, ok ? 'done' : 'refused', ['ran', `${late}: ${output === '' ? how : `${how}: ${output}`}`], { at });
  };

  return {
    offer: (jobs) => {
      if (isStopped) return;
      void keepStarts();
      for (const job of jobs.filter(({ key }) => !taken.has(key))) {
        taken.add(job.key);
        const waits = inTurn >= MAX_RUNNING;
        waiting.set(job.key, { hook: job.hook, isShown: waits });
        if (waits) say(job, 'seen', ['waits', `: ${MAX_RUNNING} programs are running`]);
        void turns.acquire(async () => {
          inTurn += 1;
          await run(job).finally(() => {
            inTurn -= 1;
          });
        });
      }
    },
    running: (hook) => running.filter((one) => one === hook).length,
    waiting: (hook) => [...waiting.values()].filter((one) => one.hook === hook).length,
    stop: async () => {
      isStopped = true;
      turns.cancel();
      for (const cancel of retries) cancel();
      await Promise.all(claiming);
    },
  };
}
