import type { SuspendTerminal } from 'ink';
import { createContext, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { memoizeLast } from '../../lib/memoize.ts';
import type { Controller } from '../../store/controller.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Theme, Themes } from '../dialogs/theme.ts';
import type { Press } from '../keys/binding.ts';
import type { BatchedStore } from './batched-store.ts';

/** Context of every component. */
export type UiContext = {
  readonly controller: Controller;
  /** With batched changes. */
  readonly drawn: BatchedStore<ConsoleState>;
  readonly themes: Themes;
  /** Null for a paste. */
  readonly pressed: () => Press | null;
  /** Turns the terminal's focus reports on or off. */
  readonly reportFocus: (enabled: boolean) => void;
  /** Receives Ink's function to hand the terminal to another program. */
  readonly canSuspend: (suspend: SuspendTerminal) => void;
};

const UiReactContext = createContext<UiContext | null>(null);

export const UiProvider = UiReactContext.Provider;

export function useUi(): UiContext {
  const ui = useContext(UiReactContext);
  if (ui === null) throw new Error('A component was drawn outside of the console.');
  return ui;
}

export function useTheme(): Theme {
  return useUi().themes[useConsole((state) => state.theme)];
}

/** Redrawn only for a change of its part. */
export function useConsole<Part>(part: (state: ConsoleState) => Part): Part {
  return useStore(useUi().drawn, part);
}

/** Redrawn only when a line differs. React calls the selector several times for a state; the lines are computed once. */
export function useConsoleLines(
  lines: (state: ConsoleState) => readonly string[],
  dependencies: readonly unknown[],
): readonly string[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists the other dependencies of the lines
  const once = useMemo(() => memoizeLast(lines), dependencies);
  return useStore(useUi().drawn, useShallow(once));
}
