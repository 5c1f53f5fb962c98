import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { retryAfterSessions } from '../../../src/features/machines/running.ts';
import { sessionEnded, sessionOpened } from '../../../src/features/ssh/sessions-state.ts';
import { NOON } from '../../store/hand-clock.ts';
import { consoleWith, instance } from '../../store/made.ts';

test('a machine is tried again when a session to it ends, not when one is opened or another row changes', () => {
  const store = createStore(() => consoleWith({ instances: [instance('i-1')] }));
  const retried: string[] = [];
  const stop = retryAfterSessions(store, (fid) => void retried.push(fid));
  const session = { fid: 's-1', about: 'i-1', instance: 'one', destination: '10.0.0.1', startedAt: NOON };
  store.setState((state) => sessionOpened(state, { ...session, endedAt: null, ended: null }), true);
  expect(retried).toEqual([]);
  store.setState((state) => sessionEnded(state, 's-1', 'code 0', NOON + 1, state.lists), true);
  expect(retried).toEqual(['i-1']);
  store.setState((state) => sessionOpened(state, { ...session, fid: 's-2', endedAt: null, ended: null }), true);
  expect(retried).toEqual(['i-1']);
  stop();
  store.setState((state) => sessionEnded(state, 's-2', 'code 0', NOON + 2, state.lists), true);
  expect(retried).toEqual(['i-1']);
});
