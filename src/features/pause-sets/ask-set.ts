import { ask } from '../../screen/keymap/key-to-write.ts';
import type { Controller } from '../../store/controller.ts';
import { hiddenMarks, targetsIn } from '../../store/lists/visible-rows.ts';
import { liveContextOf } from '../../store/row-context.ts';
import { resuming } from './pause-set.ts';
import { loadPauseSets, pauseSetNamed } from './state.ts';

/** Pauses the marked bids, or the one under the cursor, as a set, or asks first as the key for pausing does. */
export async function askPauseSet(controller: Controller, name: string, alone: boolean): Promise<void> {
  const state = controller.store.getState();
  const fids = targetsIn(state, 'bids').map(({ fid }): string => fid);
  const hidden = hiddenMarks(state, 'bids');
  if (!(await loadPauseSets(controller))) return;
  ask(controller, { kind: 'pause-set', name, fids, hidden, direct: alone }, 'y');
}

/** Asks about resuming a set. One of which no bid can be resumed any more is deleted, and a notice says why. */
export async function askResumeSet(controller: Controller, name: string): Promise<void> {
  const sets = controller.journal?.pauseSets;
  if (!(await loadPauseSets(controller))) return;
  ask(controller, { kind: 'resume-set', name }, 'y');
  const state = controller.store.getState();
  const set = pauseSetNamed(state, name);
  if (set === undefined || resuming(set, liveContextOf(state)).writes.length > 0) return;
  sets?.change({ ...set, members: [] });
  await loadPauseSets(controller);
}
