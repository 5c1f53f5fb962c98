import { expect } from 'vitest';
import type { ConsoleState } from '../../src/store/state.ts';
import { createFunctionFinder } from '../store/functions-in.ts';
import type { Fixture } from './fixture.ts';

/** A secret is an object that can be erased, even while another state still refers to it. */
const SECRET = /^dialogs\.\d+\.secret\.value\.(read|forget)$/;

/** Looks for functions in every state of a fixture. Returns a check that only those of an open secret were found. */
export function watchForFunctions({ store }: Fixture): () => void {
  const finder = createFunctionFinder();
  // What features bring has functions, and is the same in all states.
  const functionsIn = ({ features: _, ...state }: ConsoleState): readonly string[] => finder(state);
  const found = new Set(functionsIn(store.getState()));
  const stop = store.subscribe((state) => {
    for (const path of functionsIn(state)) found.add(path);
  });
  return () => {
    stop();
    expect([...found].filter((path) => !SECRET.test(path))).toEqual([]);
    const { features: _, ...state } = store.getState();
    expect(() => structuredClone({ ...state, dialogs: [] })).not.toThrow();
  };
}
