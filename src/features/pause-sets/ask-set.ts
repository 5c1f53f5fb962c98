import type { Controller } from '../../store/controller.ts';
import { hiddenMarks, targetsIn } from '../../store/lists/visible-rows.ts';
import { ask } from '../../store/questions/ask.ts';
import { liveContextOf } from '../../store/row-context.ts';
import { resuming } from './pause-set.ts';
import { loadPauseGroups, pauseGroupNamed } from './state.ts';

/** Pauses the marked bids, or the one under the cursor, as a set, or asks first as the key for pausing does. */
export function askPauseSet(controller: Controller, name: string, alone: boolean): void {
  loadPauseGroups(controller);
  const state = controller.store.getState();
  const fids = targetsIn(state, 'bids').map(({ fid }): string => fid);
  ask(controller, { kind: 'pause-set', name, fids, hidden: hiddenMarks(state, 'bids'), direct: alone }, 'y');
}

/** Asks about resuming a set. One of which no bid can be resumed any more is deleted, and a notice says why. */
export function askResumeSet(controller: Controller, name: string): void {
  loadPauseGroups(controller);
  ask(controller, { kind: 'resume-set', name }, 'y');
  const state = controller.store.getState();
  const group = pauseGroupNamed(state, name);
  if (group === undefined || resuming(group, liveContextOf(state)).writes.length > 0) return;
  controller.journal?.pauseGroups?.change({ ...group, members: [] });
  loadPauseGroups(controller);
}
