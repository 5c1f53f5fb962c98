import type { RuntimeAccess } from '../../app/runtime-part.ts';
import type { AsyncJournal } from '../../journal/async-journal.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import type { Cancel } from '../../lib/clock.ts';
import { serviceResources } from '../../resources/index.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { filledIn, placeholderValues } from './custom-command.ts';
import { bidsOfHook, type Hook } from './hook.ts';
import type { HookJob, HookRunner } from './hook-runner.ts';
import { commandsJournal, type HookBid, type SeenBid } from './journal.ts';

/** Interval at which a lasting occasion is kept again, in milliseconds. */
const RENEW_MS = 600_000;

type HookWatch = Pick<RuntimeAccess, 'store' | 'clock' | 'scopes'> & {
  readonly hook: Hook;
  readonly journal: AsyncJournal;
  readonly scopeOf: (bid: string) => Scope;
  /** The operator's program and its arguments; null without one. */
  readonly command: () => readonly string[] | null;
  readonly maxMs: () => number;
  readonly hooks: Pick<HookRunner, 'offer'>;
};

/**
 * Runs the operator's program once for each occasion, by one of the consoles sharing the journal. Occasions from before the start
 * count too.
 */
export function watchHook({ hook, store, clock, journal, scopes, scopeOf, command, maxMs, hooks }: HookWatch): Cancel {
  /** When each bid was last kept, by the steady clock. */
  const seen = new Map<string, number>();

  const lastOtherwise = (state: ConsoleState, fid: string): number | null =>
    bidsOfHook(hook, state).get(fid)?.otherwiseAt ?? null;

  const jobFor = (parts: readonly string[], scope: Scope, bid: HookBid, began: number | null): HookJob => {
    const state = store.getState();
    // Filled in now: the console may show another profile when the turn comes.
    const row = bidsOfHook(hook, state).get(bid.fid)?.bid;
    const values =
      row === undefined ? bid.placeholders : placeholderValues('bids', row, liveContextOf(state), state.features.panes);
    const over = lastOtherwise(state, bid.fid);
    return {
      hook,
      key: `${hook} ${keyOf(scope)} ${bid.fid} ${began ?? `at ${clock.now()}`}`,
      bid,
      began: began ?? clock.now(),
      filled: filledIn({ name: hook, run: { kind: 'program', parts } }, bid.label, values),
      claim: () => journal.act(commandsJournal, 'claimStart', hook, scope, bid, began, over),
      maxMs: maxMs(),
    };
  };

  const check = async (): Promise<void> => {
    const state = store.getState();
    const parts = command();
    // Read before the journal answers: the profile may change meanwhile.
    const shown = scopes();
    const bids = bidsOfHook(hook, state);
    for (const fid of seen.keys()) if (!bids.has(fid)) seen.delete(fid);
    if (parts === null) return;
    const due = [...bids.values()].filter(
      ({ bid: { fid } }) => clock.steady() - (seen.get(fid) ?? Number.NEGATIVE_INFINITY) >= RENEW_MS,
    );
    const all = due.map(({ bid: row, otherwiseAt }): SeenBid => {
      const { fid, name } = row;
      const isNew = !seen.has(fid);
      const placeholders = placeholderValues('bids', row, liveContextOf(state), serviceResources);
      const bid = { fid, label: name || fid, placeholders };
      return { scope: scopeOf(fid), bid, over: isNew ? otherwiseAt : null, isNew };
    });
    const isKept = all.length === 0 || (await journal.act(commandsJournal, 'keepSeen', hook, all));
    for (const { bid } of due) seen.set(bid.fid, clock.steady());
    const unkept = isKept ? [] : all.filter(({ isNew }) => isNew);
    const waiting = await journal.ask(commandsJournal, 'waitingStarts', hook, shown);
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
