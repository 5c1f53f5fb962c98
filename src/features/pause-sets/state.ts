import type { Scope } from '../../journal/scope.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { PauseGroupBegun, PauseSetJournal } from './journal.ts';
import type { PauseGroup } from './pause-set.ts';

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly pauseGroups?: readonly PauseGroup[];
  }
}

/** The pause groups of the shown project, as they were last read from the journal. */
export const pauseGroupsOf = ({ pauseGroups = [] }: ConsoleState): readonly PauseGroup[] => pauseGroups;

/** The pause groups in the journal, which outlive the console. */
export type PauseGroupStore = {
  readonly all: () => readonly PauseGroup[];
  readonly begin: (group: PauseGroup) => PauseGroupBegun;
  /** Stores the remaining members of a group; without members it is deleted. */
  readonly change: (group: PauseGroup) => void;
};

declare module '../../store/controller.ts' {
  interface JournalPort {
    /** The pause groups of the shown project. */
    readonly pauseGroups?: PauseGroupStore;
  }
}

/** Returns the pause groups of one project in the journal. */
export function pauseGroupStore(journal: PauseSetJournal, scope: Scope): PauseGroupStore {
  return {
    all: () => journal.sets(scope),
    begin: (group) => journal.beginSet(scope, group),
    change: (group) => journal.changeSet(scope, group),
  };
}

/** Returns the group with a name, in any case of letters; undefined when there is none. */
export function pauseGroupNamed(state: ConsoleState, name: string): PauseGroup | undefined {
  return pauseGroupsOf(state).find((group) => group.name.toLowerCase() === name.toLowerCase());
}

/** Deletes a group; its bids stay as they are. */
export function forgetGroup(controller: Controller, name: string): void {
  loadPauseGroups(controller);
  const group = pauseGroupNamed(controller.store.getState(), name);
  if (group === undefined) {
    update(controller, (state) => showNotice(state, `There is no set named ${name}.`, 'warn'));
    return;
  }
  controller.journal?.pauseGroups?.change({ ...group, members: [] });
  loadPauseGroups(controller);
  update(controller, (state) => showNotice(state, `Deleted the set ${group.name}; its bids did not change.`));
}

/** Loads the project's groups, those of other consoles too, for the palette. */
export function loadPauseGroups(controller: Controller): void {
  const pauseGroups = controller.journal?.pauseGroups?.all() ?? [];
  update(controller, (state: ConsoleState) => ({ ...state, pauseGroups }));
}
