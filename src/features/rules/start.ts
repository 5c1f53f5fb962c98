import { hostname } from 'node:os';
import type { RuntimeAccess } from '../../app/runtime-part.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { readRules } from './follow-rules.ts';
import type { Rule } from './kinds.ts';
import type { RuleEvent } from './runner/rule-event.ts';
import { type RuleRunner, runRules } from './runner/runner.ts';
import type { RulesRuntime } from './runner/send-action.ts';

/** A runtime that knows rules, or runs them. */
type RulesFollowing = Omit<RulesRuntime, 'scope' | 'runs'> &
  Pick<RuntimeAccess, 'scope'> & {
    /** Words for the program that runs the rules; null for one that only knows them. */
    readonly runs: string | null;
    /** The rules of the config file; `rules` are those of them that this program may run. */
    readonly known: () => readonly Rule[];
  };

/** Words for this process as the one that runs the rules. */
export const runnerWords = (program: string): string =>
  printableLine(`${program} on ${hostname()}, process ${process.pid}`);

/**
 * Knows the rules of the project that is shown, and runs them. Returns the function that stops it at once; what it returns resolves when
 * the write of a rule that was under way has its outcome.
 */
export function followRules({ runs, scope, known, ...parts }: RulesFollowing): () => Promise<void> {
  const { store, journal } = parts;
  const reading = readRules({ store, journal, scope, rules: known });
  if (runs === null)
    return async () => {
      reading.stop();
    };
  const ending = new Set<Promise<void>>();
  // Whoever hears of a rule can look at it at once.
  const onEvent = (event: RuleEvent): void => {
    parts.onEvent(event);
    reading.read();
  };
  const begin = (): RuleRunner => runRules({ ...parts, onEvent, scope: scope(), runs });
  const end = (runner: RuleRunner): void => {
    const ended = runner.stop().finally(() => ending.delete(ended));
    ending.add(ended);
  };
  let runner = begin();
  let { number } = journal.file();
  const unsubscribe = store.subscribe(({ connected }, before) => {
    const now = journal.file().number;
    if (connected.project === before.connected.project && now === number) return;
    // In another file nothing is known of what the runner has begun.
    number = now;
    end(runner);
    runner = begin();
  });
  return async () => {
    unsubscribe();
    end(runner);
    reading.stop();
    await Promise.all(ending);
  };
}
