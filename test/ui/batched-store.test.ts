import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { batchedStore } from '../../src/ui/batched-store.ts';

function told() {
  const store = createStore(() => ({ count: 0 }));
  const drawn = batchedStore(store);
  const result: unknown[] = [];
  const stop = drawn.subscribe((state, before) => result.push([before.count, state.count]));
  return { store, drawn, onRequest: result, stop, add: () => store.setState(({ count }) => ({ count: count + 1 })) };
}

test('what changes in one go is told once, with what it was before all of it', async () => {
  const { onRequest: result, add } = told();
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

test('who listens no longer hears nothing more', async () => {
  const { onRequest: result, add, stop } = told();
  add();
  stop();
  await Promise.resolve();
  expect(result).toEqual([]);
});
