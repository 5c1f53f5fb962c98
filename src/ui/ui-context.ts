import type { SuspendTerminal } from 'ink';
import { createContext, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Theme, Themes } from '../dialogs/theme.ts';
import { memoizeLast } from '../lib/memoize.ts';
import type { Controller } from '../state/controller.ts';
import type { ConsoleState } from '../state/state.ts';
import type { BatchedStore } from './batched-store.ts';
import type { Arrival } from './terminal/input.ts';

/** What every component can reach: the desk that keys work on, the themes, and whether a key is being typed. */
export type UiContext = {
  readonly controller: Controller;
  /** The desk's store as it is drawn. */
  readonly drawn: BatchedStore<ConsoleState>;
  readonly themes: Themes;
  /** How the key came that is being handled. */
  readonly arrival: () => Arrival;
  /** Asks the terminal to tell when it gains and loses the focus, or not to. */
  readonly reportFocus: (tell: boolean) => void;
  /** Told how to hand the terminal to another program, once the screen is there. */
  readonly canSuspend: (suspend: SuspendTerminal) => void;
};

const UiReactContext = createContext<UiContext | null>(null);

export const UiProvider = UiReactContext.Provider;

export function useUi(): UiContext {
  const ui = useContext(UiReactContext);
  if (ui === null) throw new Error('A component was drawn outside of the console.');
  return ui;
}

/** How tones look in the theme that is chosen now. */
export function useTheme(): Theme {
  return useUi().themes[useConsole((state) => state.theme)];
}

/** What a component needs of the state; it is drawn anew only when that has changed. */
export function useConsole<Part>(part: (state: ConsoleState) => Part): Part {
  return useStore(useUi().drawn, part);
}

/**
 * The same for lists of lines: they count as changed only when one of them differs. React asks for them several times
 * for each state; they are worked out once.
 */
export function useConsoleLines(
  lines: (state: ConsoleState) => readonly string[],
  dependencies: readonly unknown[],
): readonly string[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller tells what the lines depend on beside the state
  const once = useMemo(() => memoizeLast(lines), dependencies);
  return useStore(useUi().drawn, useShallow(once));
}
