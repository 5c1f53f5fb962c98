import type { AsyncJournal } from '../../journal/async-journal.ts';
import type { Scope } from '../../journal/scope.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import { profileText } from '../../store/journal-sync.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type PauseSet, type PauseSetResult, pauseSetJournal } from './journal.ts';

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly pauseSets?: readonly PauseSet[];
  }
}

export const pauseSetsOf = ({ pauseSets = [] }: ConsoleState): readonly PauseSet[] => pauseSets;

export type PauseSetStore = {
  readonly all: () => Promise<readonly PauseSet[]>;
  readonly begin: (set: PauseSet) => Promise<PauseSetResult>;
  /** A set without members is deleted. */
  readonly change: (set: PauseSet) => void;
};

declare module '../../store/controller.ts' {
  interface JournalPort {
    readonly pauseSets?: PauseSetStore;
  }
}

export function pauseSetStore(journal: AsyncJournal, scope: Scope): PauseSetStore {
  return {
    all: async () => (await journal.ask(pauseSetJournal, 'sets', scope)) ?? [],
    begin: (set) => journal.act(pauseSetJournal, 'beginSet', scope, set),
    change: (set) => journal.record(pauseSetJournal, 'changeSet', scope, set),
  };
}

/** In any case of letters. */
export function pauseSetNamed(state: ConsoleState, name: string): PauseSet | undefined {
  return pauseSetsOf(state).find((set) => set.name.toLowerCase() === name.toLowerCase());
}

export async function forgetSet(controller: Controller, name: string): Promise<void> {
  const sets = controller.journal?.pauseSets;
  if (!(await loadPauseSets(controller))) return;
  const set = pauseSetNamed(controller.store.getState(), name);
  if (set === undefined) {
    update(controller, (state) => showNotice(state, `There is no set named ${name}.`, 'warn'));
    return;
  }
  sets?.change({ ...set, members: [] });
  update(controller, (state) => showNotice(state, `Deleted the set ${set.name}; its bids did not change.`));
  await loadPauseSets(controller);
}

/**
 * Loads the project's sets, also those of other consoles. False when another profile or project is shown by then: the
 * caller stops.
 */
export async function loadPauseSets(controller: Controller): Promise<boolean> {
  const { store, journal } = controller;
  const shown = profileText(store.getState());
  const pauseSets = (await journal?.pauseSets?.all()) ?? [];
  if (profileText(store.getState()) !== shown) return false;
  update(controller, (state: ConsoleState) => ({ ...state, pauseSets }));
  return true;
}
