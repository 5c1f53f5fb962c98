import type { StoreApi } from 'zustand/vanilla';
import type { Journal } from '../../journal/journal.ts';
import type { Scope } from '../../journal/scope.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { Rule } from '../../rules/rule.ts';
import type { ConsoleState } from '../state.ts';
import { rulesKnown } from './rule-rows.ts';

/** How far back the actions of rules are shown, in milliseconds. */
const SHOWN_MS = 30 * DAY_MS;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly journal: Journal;
  readonly scope: () => Scope;
  readonly rules: () => readonly Rule[];
};

/** Takes what the journal has of the rules into the state, each second while there are rules. Returns the function that stops it. */
export function readRules({ store, journal, scope, rules }: Parts): () => void {
  const read = (): void => {
    const own = rules();
    const before = store.getState();
    if (own.length === 0 && before.rules.rules.length === 0) return;
    const lease = journal.lease(scope());
    const next = {
      rules: own,
      stored: journal.rules(scope()),
      actions: journal.ruleActions(scope(), before.now - SHOWN_MS),
      lease: lease === null ? null : { ...lease, isOwn: lease.holder.startsWith(journal.by) },
    };
    store.setState(rulesKnown(before, next), true);
  };
  const stop = store.subscribe((state, before) => {
    if (state.now !== before.now) read();
  });
  read();
  return stop;
}
