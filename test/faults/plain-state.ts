import { expect } from 'vitest';
import { createFunctionFinder } from '../state/functions-in.ts';
import type { Stage } from './stage.ts';

/** Looks for functions in every state of a stage. Returns what expects that there was none. */
export function watchForFunctions({ store }: Stage): () => void {
  const functionsIn = createFunctionFinder();
  const found = new Set(functionsIn(store.getState()));
  const stop = store.subscribe((state) => {
    for (const path of functionsIn(state)) found.add(path);
  });
  return () => {
    stop();
    expect([...found]).toEqual([]);
    expect(() => structuredClone(store.getState())).not.toThrow();
  };
}
