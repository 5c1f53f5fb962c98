import type { ConsoleState } from '../../store/state.ts';

/** A project whose lists nobody had read since a time when this console began to show it. Milliseconds since 1970. */
export type Away = { readonly project: string; readonly from: number };

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly away?: readonly Away[];
  }
}

/** The shown projects that nobody had looked at for long; none before the journal was asked. */
export const awayOf = ({ away = [] }: ConsoleState): readonly Away[] => away;
