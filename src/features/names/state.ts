import type { Aliases, OwnValue } from '../../resources/context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { NamesFrom } from './names-from.ts';
import { withOwnNames } from './names-of-rows.ts';

/** Names of a list of the service, and when it was read, in milliseconds since 1970. */
export type ServiceNames = { readonly from: NamesFrom; readonly names: Aliases; readonly readAt: number };

/** The names of the service that a console shows, and those of the operator, which win. */
type ShownNames = { readonly own: Aliases; readonly service: ServiceNames | null };

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** Where the names in `connected.aliases` come from; without it they are the operator's. */
    readonly shownNames?: ShownNames;
  }
}

const shownNamesOf = ({ shownNames, connected }: Pick<ConsoleState, 'shownNames' | 'connected'>): ShownNames =>
  shownNames ?? { own: connected.aliases, service: null };

/** The names of the service that are shown; null for none. */
export const serviceNamesOf = (state: Pick<ConsoleState, 'shownNames' | 'connected'>): ServiceNames | null =>
  shownNamesOf(state).service;

/** Shows names of the service in place of those that were shown before; null takes these away. */
export const withServiceNames = (state: ConsoleState, service: ServiceNames | null): ConsoleState =>
  shown(state, { own: shownNamesOf(state).own, service });

/** The same where the names in the state are the operator's alone, as they were just read. */
export const besideOwnNames = (state: ConsoleState, service: ServiceNames | null): ConsoleState =>
  shown(state, { own: state.connected.aliases, service });

function shown(state: ConsoleState, shownNames: ShownNames): ConsoleState {
  const aliases = withOwnNames(shownNames.service?.names ?? new Map(), shownNames.own);
  return { ...state, shownNames, connected: { ...state.connected, aliases } };
}

/** The list that an identifier has its name from; null when the operator named it, or nobody. */
export const sourceOf: OwnValue<[identifier: string], ServiceNames | null> = {
  of: ({ state }, identifier) => {
    const { own, service } = shownNamesOf(state);
    return own.has(identifier) || !state.connected.aliases.has(identifier) ? null : service;
  },
};
