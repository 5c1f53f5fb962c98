import type { Aliases, OwnValue } from '../../resources/context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type NamesFrom, withOwnNames } from './names-of-rows.ts';

/** `readAt` is in milliseconds since 1970. */
export type ServiceNames = { readonly from: NamesFrom; readonly names: Aliases; readonly readAt: number };

/** The operator's names win. */
type ShownNames = { readonly own: Aliases; readonly service: ServiceNames | null };

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** The origin of `connected.aliases`; undefined for the operator's alone. */
    readonly shownNames?: ShownNames;
  }
}

const shownNamesOf = ({ shownNames, connected }: Pick<ConsoleState, 'shownNames' | 'connected'>): ShownNames =>
  shownNames ?? { own: connected.aliases, service: null };

export const serviceNamesOf = (state: Pick<ConsoleState, 'shownNames' | 'connected'>): ServiceNames | null =>
  shownNamesOf(state).service;

/** Replaces the service's names; null removes them. */
export const withServiceNames = (state: ConsoleState, service: ServiceNames | null): ConsoleState =>
  shown(state, { own: shownNamesOf(state).own, service });

/** The same for a state with the operator's names alone, just read. */
export const besideOwnNames = (state: ConsoleState, service: ServiceNames | null): ConsoleState =>
  shown(state, { own: state.connected.aliases, service });

function shown(state: ConsoleState, shownNames: ShownNames): ConsoleState {
  const aliases = withOwnNames(shownNames.service?.names ?? new Map(), shownNames.own);
  return { ...state, shownNames, connected: { ...state.connected, aliases } };
}

/** The list behind a name; null for the operator's and for none. */
export const sourceOf: OwnValue<[identifier: string], ServiceNames | null> = {
  of: ({ state }, identifier) => {
    const { own, service } = shownNamesOf(state);
    return own.has(identifier) || !state.connected.aliases.has(identifier) ? null : service;
  },
};
