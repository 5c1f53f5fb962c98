import { hostname } from 'node:os';
import type { Scope } from '../journal/scope.ts';
import { printableLine } from '../lib/sanitize.ts';
import type { Rule } from '../rules/rule.ts';
import { readRules } from '../state/rules/follow-rules.ts';
import { ruleEventShown } from '../state/rules/rule-notices.ts';
import { type RuleRunner, runRules } from '../state/rules/runner.ts';
import type { RunnerParts } from '../state/rules/send-action.ts';

type Parts = Omit<RunnerParts, 'scope' | 'runs' | 'onEvent'> & { readonly scope: () => Scope };

/** Words for the program that runs the rules. */
export const runnerWords = (program: 'console' | 'autopilot'): string =>
  printableLine(
    `${program === 'console' ? 'a console' : 'spotdeck autopilot'} on ${hostname()}, process ${process.pid}`,
  );

/** Shows the rules, and runs them unless the console is read-only: those of the project that is shown. Returns the function that stops it. */
export function followRules(parts: Parts): () => void {
  const { store, journal, scope, rules, nextSequence } = parts;
  const stopReading = readRules({ store, journal, scope, rules });
  const begin = (): RuleRunner =>
    runRules({
      ...parts,
      scope: scope(),
      runs: runnerWords('console'),
      rules: () => (store.getState().connected.readOnly ? NONE : rules()),
      onEvent: (event) => store.setState(ruleEventShown(store.getState(), event, nextSequence()), true),
    });
  let runner = begin();
  const unsubscribe = store.subscribe(({ connected }, before) => {
    if (connected.project === before.connected.project) return;
    void runner.stop();
    runner = begin();
  });
  return () => {
    unsubscribe();
    void runner.stop();
    stopReading();
  };
}

const NONE: readonly Rule[] = [];
