import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { batchedStore } from '../../../src/screen/ink/batched-store.ts';

function recorded() {
  const store = createStore(() => ({ count: 0 }));
  const drawn = batchedStore(store);
  const result: unknown[] = [];
  const stop = drawn.subscribe((state, before) => result.push([before.count, state.count]));
  return { store, drawn, onRequest: result, stop, add: () => store.setState(({ count }) => ({ count: count + 1 })) };
}

test('the changes of one task are reported once, with the state before all of them', async () => {
  const { onRequest: result, add } = recorded();
  for (let n = 0; n < 200; n++) add();
  expect(result).toEqual([]);
  await Promise.resolve();
  expect(result).toEqual([[0, 200]]);
  add();
  await Promise.resolve();
  expect(result).toEqual([
    [0, 200],
    [200, 201],
  ]);
});

test('a listener that has unsubscribed gets no more calls', async () => {
  const { onRequest: result, add, stop } = recorded();
  add();
  stop();
  await Promise.resolve();
  expect(result).toEqual([]);
});
