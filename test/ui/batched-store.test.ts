import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { calm } from '../../src/ui/batched-store.ts';

function told() {
  const store = createStore(() => ({ count: 0 }));
  const drawn = calm(store);
  const heard: unknown[] = [];
  const stop = drawn.subscribe((state, before) => heard.push([before.count, state.count]));
  return { store, drawn, heard, stop, add: () => store.setState(({ count }) => ({ count: count + 1 })) };
}

test('what changes in one go is told once, with what it was before all of it', async () => {
  const { heard, add } = told();
  for (let n = 0; n < 200; n++) add();
  expect(heard).toEqual([]);
  await Promise.resolve();
  expect(heard).toEqual([[0, 200]]);
  add();
  await Promise.resolve();
  expect(heard).toEqual([
    [0, 200],
    [200, 201],
  ]);
});

test('who listens no longer hears nothing more', async () => {
  const { heard, add, stop } = told();
  add();
  stop();
  await Promise.resolve();
  expect(heard).toEqual([]);
});
