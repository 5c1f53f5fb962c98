import type { Outcome } from '../../api/result.ts';
import type { RunningConsole, RuntimeAccess } from '../../app/runtime-part.ts';
import type { AsyncJournal } from '../../journal/async-journal.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import type { Cancel } from '../../lib/clock.ts';
import { shortDuration } from '../../lib/duration.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { serviceResources } from '../../resources/index.ts';
import type { ActivityRow } from '../../resources/rows.ts';
import { SINGLE_EVENT } from '../../resources/rows.ts';
import { addActivity, showNotice } from '../../store/activity.ts';
import { preemptingBids } from '../../store/preemption.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { startInBackground } from '../../system/background-program.ts';
import { type FilledCommand, filledIn, placeholderValues, spotdeckVariables } from './custom-command.ts';
import { commandsJournal, type PreemptedBid, type SeenPreemption, type StartClaim } from './journal.ts';

/** Interval at which a lasting preemption is kept again, in milliseconds. */
const RENEW_MS = 600_000;

type PreemptionWatch = Pick<RuntimeAccess, 'store' | 'clock' | 'scopes'> & {
  readonly journal: AsyncJournal;
  readonly scopeOf: (bid: string) => Scope;
  /** The operator's program and its arguments; null without one. */
  readonly command: () => readonly string[] | null;
  readonly maxMs: () => number;
  readonly hooks: Pick<HookRunner, 'offer'>;
};

/**
 * Runs the operator's program once for each preemption, by one of the consoles sharing the journal. Preemptions from before the start
 * count too.
 */
export function runPreemptHook({
  store,
  clock,
  journal,
  scopes,
  scopeOf,
  command,
  maxMs,
  hooks,
}: PreemptionWatch): Cancel {
  /** When each preempting bid was last kept, by the steady clock. */
  const seen = new Map<string, number>();

  const jobFor = (parts: readonly string[], scope: Scope, bid: PreemptedBid, began: number | null): HookJob => {
    const state = store.getState();
    // Filled in now: the console may show another profile when the turn comes.
    const row = preemptingBids(state).find(({ fid }) => fid === bid.fid);
    const values =
      row === undefined ? bid.placeholders : placeholderValues('bids', row, liveContextOf(state), state.features.panes);
    const over = lastOtherwise(state, bid.fid);
    return {
      key: `${keyOf(scope)} ${bid.fid} ${began ?? `at ${clock.now()}`}`,
      bid,
      began: began ?? clock.now(),
      filled: filledIn({ name: 'on_preempt', run: { kind: 'program', parts } }, bid.label, values),
      claim: () => journal.act(commandsJournal, 'claimStart', scope, bid, began, over),
      maxMs: maxMs(),
    };
  };

  const check = async (): Promise<void> => {
    const state = store.getState();
    const parts = command();
    // Read before the journal answers: the profile may change meanwhile.
    const shown = scopes();
    const bids = preemptingBids(state);
    const now = new Set<string>(bids.map(({ fid }) => fid));
    for (const fid of seen.keys()) if (!now.has(fid)) seen.delete(fid);
    if (parts === null) return;
    const due = bids.filter(({ fid }) => clock.steady() - (seen.get(fid) ?? Number.NEGATIVE_INFINITY) >= RENEW_MS);
    const all = due.map((row): SeenPreemption => {
      const { fid, name } = row;
      const isNew = !seen.has(fid);
      const placeholders = placeholderValues('bids', row, liveContextOf(state), serviceResources);
      const bid = { fid, label: name || fid, placeholders };
      return { scope: scopeOf(fid), bid, over: isNew ? lastOtherwise(state, fid) : null, isNew };
    });
    const isKept = all.length === 0 || (await journal.act(commandsJournal, 'keepPreemptions', all));
    for (const { fid } of due) seen.set(fid, clock.steady());
    const unkept = isKept ? [] : all.filter(({ isNew }) => isNew);
    const waiting = await journal.ask(commandsJournal, 'waitingPreemptions', shown);
    hooks.offer([
      ...unkept.map(({ scope, bid }) => jobFor(parts, scope, bid, null)),
      ...waiting.map((one) => jobFor(parts, one.scope, one, one.began)),
    ]);
  };

  let isDue = false;
  let isChecking = false;
  /** Checks once more when bids arrived during a check. */
  const checkAgain = async (): Promise<void> => {
    isDue = true;
    if (isChecking) return;
    isChecking = true;
    while (isDue) {
      isDue = false;
      await check();
    }
    isChecking = false;
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (state.lists.bids !== before.lists.bids) void checkAgain();
  });
  void checkAgain();
  return () => {
    unsubscribe();
    isDue = false;
  };
}

/** When the bid was last known not to be preempted; an older record is about another preemption. */
function lastOtherwise({ preempting }: ConsoleState, fid: string): number | null {
  return preempting.get(fid)?.otherwiseAt ?? null;
}

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

type HookJob = {
  /** Identifies the preemption, so that it is taken once. */
  readonly key: string;
  readonly bid: PreemptedBid;
  /** When the preemption was first seen, in milliseconds since 1970. */
  readonly began: number;
  /** The program with the bid's values, or why it can't run. */
  readonly filled: Outcome<FilledCommand, string>;
  readonly claim: () => Promise<StartClaim>;
  readonly maxMs: number;
};

type HookRunner = {
  /** Starts the programs of preemptions in turn, unless another console does. */
  readonly offer: (jobs: readonly HookJob[]) => void;
  /** Running programs. They outlive the console. */
  readonly running: () => number;
  /** Waiting preemptions. The next console takes them from the journal. */
  readonly waiting: () => number;
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
  let running = 0;
  /** Waiting preemptions, and whether Activity shows them. */
  const waiting = new Map<string, boolean>();
  const claiming = new Set<Promise<unknown>>();
  let isStopped = false;
  const say = (
    { bid: { fid, label } }: HookJob,
    outcome: ActivityRow['outcome'],
    [verb, rest]: readonly [verb: string, rest: string],
    { alert = null, at = clock.now() }: { readonly alert?: string | null; readonly at?: number } = {},
  ): void => {
    const state = store.getState();
    const row = {
      ...SINGLE_EVENT,
      fid: `hook-${fid}`,
      at,
      since: null,
      from: 'here',
      who: 'operator',
      outcome,
      what: `on_preempt ${verb} for ${label}${rest}`,
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
    const { began, filled, maxMs } = job;
    let isClaimed = await claim(job);
    for (let tries = 0; isClaimed === null; tries++) {
      if (isStopped) return;
      if (tries === MOST_SILENT) {
        waiting.set(job.key, true);
        const locked = ': another program has locked the journal';
        say(job, 'seen', ['waits', locked], { alert: `on_preempt waits for ${job.bid.label}${locked}.` });
      }
      await pause(tries < MOST_SILENT ? RETRY_MS : LATER_MS);
      isClaimed = await claim(job);
    }
    const wasSaid = waiting.get(job.key) === true;
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
        waiting.set(job.key, waits);
        if (waits) say(job, 'seen', ['waits', `: ${MAX_RUNNING} programs are running`]);
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
