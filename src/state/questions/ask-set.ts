import { resuming } from '../../resources/bids/pause-group.ts';
import type { Controller } from '../controller.ts';
import { hiddenMarks, targetsIn } from '../lists/visible-rows.ts';
import { loadPauseGroups, pauseGroupNamed } from '../pause-groups.ts';
import { liveContextOf } from '../row-context.ts';
import { ask } from './ask.ts';

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
  controller.journal?.pauseGroups.change({ ...group, members: [] });
  loadPauseGroups(controller);
}
