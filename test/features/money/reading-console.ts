import { createStore } from 'zustand/vanilla';
import { type KnownMoney, moneyOf } from '../../../src/features/money/known-money.ts';
import { createMoneyReader } from '../../../src/features/money/reader.ts';
import type { AsyncJournal } from '../../../src/journal/async-journal.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { journalAnswered } from '../../journal/answered.ts';
import { HERE } from '../../journal/scope.ts';
import { NOON } from '../../store/hand-clock.ts';
import { consoleWith } from '../../store/made.ts';

/** The exposure of 30 days, which needs all costs. */
export const COSTS: ConsoleState['dialogs'] = [{ kind: 'money', tab: 'Spent', top: 0 }];

/** A console that asks a journal for costs and prices. */
export function readingConsole(
  journal: Journal,
  start: ConsoleState = { ...consoleWith(), now: NOON, dialogs: COSTS },
) {
  const store = createStore<ConsoleState>(() => start);
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const questions: string[] = [];
  const thread = sameThread(journal);
  const watched: Pick<AsyncJournal, 'ask' | 'record'> = {
    ask: (set, name, ...args) => {
      questions.push(name);
      return thread.ask(set, name, ...args);
    },
    record: (set, name, ...args) => {
      questions.push(name);
      thread.record(set, name, ...args);
    },
  };
  const reader = createMoneyReader({
    store,
    change,
    journal: watched,
    scopes: () => [HERE],
    clock: { steady: () => store.getState().now },
  });
  return {
    store,
    reader,
    change,
    /** What the journal was asked and told, in order. */
    questions,
    known: (): KnownMoney | null => moneyOf(store.getState()),
    /** What is due is asked, and answered. */
    reads: async (): Promise<void> => {
      reader.readDue();
      await journalAnswered();
    },
    /** Time passes, and what is due is asked and answered. */
    passes: async (ms: number): Promise<void> => {
      change((state) => ({ ...state, now: state.now + ms }));
      reader.readDue();
      await journalAnswered();
    },
  };
}
