import type { Scope } from '../../journal/scope.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { PauseSetJournal, PauseSetResult } from './journal.ts';
import type { PauseSet } from './pause-set.ts';

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly pauseSets?: readonly PauseSet[];
  }
}

/** The pause sets of the shown project, as they were last read from the journal. */
export const pauseSetsOf = ({ pauseSets = [] }: ConsoleState): readonly PauseSet[] => pauseSets;

/** The pause sets in the journal, which outlive the console. */
export type PauseSetStore = {
  readonly all: () => readonly PauseSet[];
  readonly begin: (set: PauseSet) => PauseSetResult;
  /** Stores the remaining members of a set; without members it is deleted. */
  readonly change: (set: PauseSet) => void;
};

declare module '../../store/controller.ts' {
  interface JournalPort {
    /** The pause sets of the shown project. */
    readonly pauseSets?: PauseSetStore;
  }
}

/** The pause sets of one project in the journal. */
export function pauseSetStore(journal: PauseSetJournal, scope: Scope): PauseSetStore {
  return {
    all: () => journal.sets(scope),
    begin: (set) => journal.beginSet(scope, set),
    change: (set) => journal.changeSet(scope, set),
  };
}

/** The set with a name, in any case of letters; undefined when there is none. */
export function pauseSetNamed(state: ConsoleState, name: string): PauseSet | undefined {
  return pauseSetsOf(state).find((set) => set.name.toLowerCase() === name.toLowerCase());
}

/** Deletes a set; its bids stay as they are. */
export function forgetSet(controller: Controller, name: string): void {
  loadPauseSets(controller);
  const set = pauseSetNamed(controller.store.getState(), name);
  if (set === undefined) {
    update(controller, (state) => showNotice(state, `There is no set named ${name}.`, 'warn'));
    return;
  }
  controller.journal?.pauseSets?.change({ ...set, members: [] });
  loadPauseSets(controller);
  update(controller, (state) => showNotice(state, `Deleted the set ${set.name}; its bids did not change.`));
}

/** Loads the project's sets, those of other consoles too, for the palette. */
export function loadPauseSets(controller: Controller): void {
  const pauseSets = controller.journal?.pauseSets?.all() ?? [];
  update(controller, (state: ConsoleState) => ({ ...state, pauseSets }));
}
