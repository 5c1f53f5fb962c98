import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { JournalEvent, OperatorEvent } from '../../../../src/changes/change-event.ts';
import { type Market, openMarket } from '../../../driver/console.ts';
import { freshHome, type Variables } from '../../../driver/environment.ts';
import type { RunningProgram } from '../../../driver/here/command.ts';
import { openProgram, runProgram } from '../../../driver/running.ts';
import { soon, storyClock } from '../../../driver/time.ts';
import { calm, type Exchange, openWire, type Wire } from '../../../faults/wire.ts';
import { newPath } from '../../../journal/snapshots.ts';
import type { ProgramEnd } from '../../../stories/ran-as.ts';
import { STILL } from '../../../stories/service.ts';
import { type FeatureJournal, openFeatureJournal } from '../open-journal.ts';

/** Pauses four bids of the demo fleet, one after the other, as soon as it runs: they cost too much. */
export const CAP = `
[[rules]]
name = "cap"
kind = "budget"
per_hour = "$1"
pause = ["sweep", "train"]
`;

export const scheduled = (name: string): string => `
[[rules]]
name = "${name}"
kind = "schedule"
bids = "sweep"
pause = "0 20 1 1 *"
resume = "0 8 1 1 *"
max_cost = "$500"
`;

export type RulesAtHome = {
  readonly market: Market;
  readonly wire: Wire;
  readonly config: string;
  readonly env: Variables;
  readonly start: (...args: readonly string[]) => RunningProgram;
  readonly run: (...args: readonly string[]) => Promise<ProgramEnd>;
  /** The requests that the market got and that are not GET, as `PATCH /v2/spot/bids/bid_x`. */
  readonly writes: () => readonly string[];
  /** The actions of rules as the journal has them. */
  readonly actions: () => ReturnType<FeatureJournal['ruleActions']>;
  /** The outcomes of the writes of rules as Activity shows them. */
  readonly told: () => readonly string[];
};

/** Whether an event is that of a write of a rule, and not of one that was not sent. */
const isOfWrite = (payload: JournalEvent['payload']): payload is OperatorEvent =>
  payload.kind === 'noted' && payload.action?.agent !== undefined && /^\w+$/.test(payload.action.verb);

export const isWrite = ({ method }: Exchange): boolean => method !== 'GET';

export async function openRules(rules: string, more: Variables = {}): Promise<RulesAtHome> {
  const market = await openMarket(STILL);
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const home = freshHome();
  onTestFinished(() => home.remove());
  const config = join(home.folder, 'rules.toml');
  writeFileSync(config, rules);
  const journal = newPath();
  const env = {
    ...market.env,
    SPOTDECK_BASE_URL: wire.origin,
    SPOTDECK_CONFIG: config,
    SPOTDECK_JOURNAL: journal,
    ...more,
  };
  const scope = { service: wire.origin, project: market.project };
  const inJournal = <Result>(look: (journal: FeatureJournal) => Result): Result => {
    const opened = openFeatureJournal(journal, storyClock().now);
    try {
      return look(opened);
    } finally {
      opened.close();
    }
  };
  return {
    market,
    wire,
    config,
    env,
    start: (...args) => openProgram(['autopilot', ...args], home, env),
    run: (...args) => runProgram(['autopilot', ...args], home, env),
    writes: () => wire.reached.filter(isWrite).map(({ method, path }) => `${method} ${path}`),
    actions: () => inJournal((opened) => opened.ruleActions(scope)),
    told: () =>
      inJournal((opened) =>
        opened.after([scope], 0).flatMap(({ payload }) => (isOfWrite(payload) ? [payload.outcome] : [])),
      ),
  };
}

/**
 * Keeps the answer of the n-th write from now on back, until a promise resolves or for ever. Resolves when that write has arrived at the
 * wire.
 */
export function keepBack(
  wire: Wire,
  n: number,
  { carriedOut, until = null }: { readonly carriedOut: boolean; readonly until?: Promise<void> | null },
): Promise<void> {
  let count = 0;
  let hasArrived = false;
  const match = (request: Exchange): boolean => {
    if (!isWrite(request)) return false;
    count += 1;
    return count === n;
  };
  wire.fault(
    async (struck) => {
      hasArrived = true;
      if (until === null) return;
      await until;
      await calm(struck);
    },
    { match, carriedOut },
  );
  return soon(() => expect(hasArrived, `write ${n} has arrived`).toBe(true));
}
