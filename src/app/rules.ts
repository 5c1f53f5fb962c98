import { hostname } from 'node:os';
import type { StoreApi } from 'zustand/vanilla';
import type { Journal } from '../journal/journal.ts';
import type { Scope } from '../journal/scope.ts';
import type { Clock } from '../lib/clock.ts';
import { printableLine } from '../lib/sanitize.ts';
import type { Rule } from '../rules/rule.ts';
import { readRules } from '../state/rules/follow-rules.ts';
import { runRules } from '../state/rules/runner.ts';
import type { ConsoleState } from '../state/state.ts';
import type { createWriting } from '../state/sync/write-queue.ts';

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly nextSequence: () => number;
  readonly sendForRule: ReturnType<typeof createWriting>['sendForRule'];
  readonly scope: () => Scope;
  readonly rules: () => readonly Rule[];
};

/** Words for the program that runs the rules. */
export const runnerWords = (program: 'console' | 'autopilot'): string =>
  printableLine(
    `${program === 'console' ? 'a console' : 'spotdeck autopilot'} on ${hostname()}, process ${process.pid}`,
  );

/** Shows the rules, and runs them unless the console is read-only. Returns the function that stops it. */
export function followRules(parts: Parts): () => void {
  const { store, journal, scope, rules } = parts;
  const stopReading = readRules({ store, journal, scope, rules });
  const runner = runRules({
    ...parts,
    runs: runnerWords('console'),
    rules: () => (store.getState().connected.readOnly ? NONE : rules()),
    onEvent: () => undefined,
  });
  return () => {
    runner.stop();
    stopReading();
  };
}

const NONE: readonly Rule[] = [];
