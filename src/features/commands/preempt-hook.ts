import type { RuntimeAccess } from '../../app/runtime-part.ts';
import type { Bid } from '../../contract/bid.ts';
import type { AsyncJournal } from '../../journal/async-journal.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import type { Cancel } from '../../lib/clock.ts';
import { serviceResources } from '../../resources/index.ts';
import { preemptingBids } from '../../store/preemption.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { filledIn, placeholderValues } from './custom-command.ts';
import type { HookJob, HookRunner } from './hook-runner.ts';
import { commandsJournal, type PreemptedBid, type SeenPreemption } from './journal.ts';

/** Interval at which it is kept that a bid is still being preempted, in milliseconds. */
const RENEW_MS = 600_000;

/** A runtime whose preemptions run a program. */
type PreemptionWatch = Pick<RuntimeAccess, 'store' | 'clock' | 'scopes'> & {
  readonly journal: AsyncJournal;
  /** The service and project of a bid, under which the journal stores it. */
  readonly scopeOf: (bid: string) => Scope;
  /** The operator's program and its arguments, null when none is configured; and the longest time that it may take. */
  readonly command: () => readonly string[] | null;
  readonly maxMs: () => number;
  readonly hooks: Pick<HookRunner, 'offer'>;
};

/**
 * Has the operator's program (`on_preempt`) run for each bid that is being preempted, also for those already preempted when the
 * console started, and for those whose program another console has not started: once for each preemption, by one of the consoles that
 * share the journal. Returns the function that stops it.
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
  /** Time at which each bid that is being preempted was last kept, by the steady clock. */
  const seen = new Map<string, number>();

  const jobFor = (parts: readonly string[], scope: Scope, bid: PreemptedBid, began: number | null): HookJob => {
    const state = store.getState();
    const own = { name: 'on_preempt', run: { kind: 'program', parts } } as const;
    // Filled in now: when its turn comes, the console may show the rows of another profile.
    const row = preemptingBids(state).find(({ fid }) => fid === bid.fid);
    const values =
      row === undefined ? bid.placeholders : placeholderValues('bids', row, liveContextOf(state), state.features.panes);
    const over = lastOtherwise(state, bid.fid);
    return {
      key: `${keyOf(scope)} ${bid.fid} ${began ?? `at ${clock.now()}`}`,
      bid,
      began: began ?? clock.now(),
      filled: filledIn(own, bid.label, values),
      claim: () => journal.act(commandsJournal, 'claimStart', scope, bid, began, over),
      maxMs: maxMs(),
    };
  };

  const check = async (): Promise<void> => {
    const state = store.getState();
    const parts = command();
    // By the answers of the journal another profile may be shown.
    const shown = scopes();
    const bids = preemptingBids(state);
    const now = new Set<string>(bids.map(({ fid }) => fid));
    for (const fid of seen.keys()) if (!now.has(fid)) seen.delete(fid);
    if (parts === null) return;
    const due = bids.filter(({ fid }) => clock.steady() - (seen.get(fid) ?? Number.NEGATIVE_INFINITY) >= RENEW_MS);
    const all = due.map((row): SeenPreemption => {
      const isNew = !seen.has(row.fid);
      const over = isNew ? lastOtherwise(state, row.fid) : null;
      return { scope: scopeOf(row.fid), bid: preemptedBid(row, state), over, isNew };
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
  /** Checks the bids as they are, and again after that when others have come meanwhile. */
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

/** What the journal keeps of a bid: what the service says of it, and nothing that is soon out of date. */
function preemptedBid(bid: Bid, state: ConsoleState): PreemptedBid {
  const { fid, name } = bid;
  return {
    fid,
    label: name || fid,
    placeholders: placeholderValues('bids', bid, liveContextOf(state), serviceResources),
  };
}

/** When the bid was last known not to be preempted, null when unknown: what was kept before is about another preemption. */
function lastOtherwise({ preempting }: ConsoleState, fid: string): number | null {
  return preempting.get(fid)?.otherwiseAt ?? null;
}
