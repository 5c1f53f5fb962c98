import { expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { eventMember } from '../../../../src/features/notify/sending/message.ts';
import { isSent } from '../../../../src/features/notify/sending/waiting-events.ts';
import { ruleEventShown } from '../../../../src/features/rules/runner/rule-activity.ts';
import type { RuleEvent } from '../../../../src/features/rules/runner/rule-event.ts';
import { sameThread } from '../../../../src/journal/same-thread.ts';
import { syncJournal } from '../../../../src/store/journal-sync.ts';
import type { ConsoleState } from '../../../../src/store/state.ts';
import { loadedFeatures } from '../../../features-loaded.ts';
import { HERE } from '../../../journal/scope.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { bid, consoleWith } from '../../../store/made.ts';
import { openFeatureJournal } from '../open-journal.ts';

const start = consoleWith({ bids: [bid('a')] });

test('a rule that can not do its work, and that it can again, is sent to chats', async () => {
  const journal = openFeatureJournal(':memory:', () => NOON);
  onTestFinished(journal.close);
  const store = createStore<ConsoleState>(() => start);
  const sync = syncJournal({ store, journal: sameThread(journal), service: () => HERE.service });
  onTestFinished(sync.stop);
  await sync.begun;
  const tell = (one: RuleEvent, id: number): void => store.setState(ruleEventShown(store.getState(), one, id), true);
  tell({ kind: 'hindered', rule: 'cap', why: 'train-b was resumed by someone else.' }, 1);
  tell({ kind: 'free', rule: 'cap' }, 2);
  const noted = journal.recent([{ ...HERE, project: start.connected.project }], 10);
  // A chat gets signs that look alike.
  const sent = noted
    .filter(isSent)
    .map((one) => String(Reflect.get(eventMember(loadedFeatures, one), 'text')).normalize('NFKC'));
  expect(sent).toEqual([
    "Rule cap can't do its work: train-b was resumed by someone else",
    'Rule cap can do its work again',
  ]);
});
