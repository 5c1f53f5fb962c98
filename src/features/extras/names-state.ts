import type { Aliases, OwnValue } from '../../resources/context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { ExtraName } from './extra.ts';
import { type NamesFrom, namesBeside } from './names-of-rows.ts';

/** `readAt` is in milliseconds since 1970, `left` counts rows without a usable name. */
export type ServiceNames = {
  readonly list: ExtraName;
  readonly from: NamesFrom;
  readonly names: Aliases;
  readonly readAt: number;
  readonly left: number;
};

/** The operator's names win, then those of the earlier list. */
type ShownNames = { readonly own: Aliases; readonly lists: readonly ServiceNames[] };

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** The origin of `connected.aliases`; undefined for the operator's alone. */
    readonly shownNames?: ShownNames;
  }
}

type Named = Pick<ConsoleState, 'shownNames' | 'connected'>;

const shownNamesOf = ({ shownNames, connected }: Named): ShownNames =>
  shownNames ?? { own: connected.aliases, lists: [] };

export const serviceNamesOf = (state: Named): readonly ServiceNames[] => shownNamesOf(state).lists;

/** Replaces the names of one list. */
export function withServiceNames(state: ConsoleState, names: ServiceNames): ConsoleState {
  const { own, lists } = shownNamesOf(state);
  return shown(state, { own, lists: [...lists.filter(({ list }) => list !== names.list), names] });
}

/** Shows the operator's names and those of all lists. */
export const besideOwnNames = (state: ConsoleState, lists: readonly ServiceNames[]): ConsoleState =>
  shown(state, { own: state.connected.aliases, lists });

const shown = (state: ConsoleState, shownNames: ShownNames): ConsoleState => ({
  ...state,
  shownNames,
  connected: { ...state.connected, aliases: namesBeside(shownNames.own, shownNames.lists) },
});

/** The list behind a name; null for the operator's and for none. */
export const sourceOf: OwnValue<[identifier: string], ServiceNames | null> = {
  of: ({ state }, identifier) => {
    const { own, lists } = shownNamesOf(state);
    return own.has(identifier) ? null : (lists.find(({ names }) => names.has(identifier)) ?? null);
  },
};
