import type { Bid } from '../contract/bid.ts';
import type { Journal } from '../journal/journal.ts';
import type { Scope } from '../journal/scope.ts';
import { textBufferOf } from '../lib/text-buffer.ts';
import { bids as bidsResource } from '../resources/bids/bids.ts';
import { confirmationNeeded, pauseImpact, resumeImpact, typedCount } from '../resources/bids/confirm.ts';
import {
  askToResume,
  memberOf,
  type PauseGroup,
  resumedPart,
  resuming,
  withoutResumed,
} from '../resources/bids/pause-group.ts';
import { pauseBid } from '../resources/bids/writes.ts';
import type { Write } from '../resources/write.ts';
import { showNotice } from './activity.ts';
import { type Controller, type PauseGroupStore, update, withRemote } from './controller.ts';
import { type Asked, type AskedOfRows, isSameQuestion } from './dialogs/armed-action.ts';
import { armedWith, confirmationOpened } from './dialogs/confirmation.ts';
import { dialogOpened } from './dialogs/dialog-stack.ts';
import { allowedFor } from './disabled-reason.ts';
import { hiddenMarks, targetsIn } from './lists/visible-rows.ts';
import { readOnlyReason } from './read-only.ts';
import { liveContextOf } from './row-context.ts';
import type { Change } from './run-action.ts';
import type { ConsoleState } from './state.ts';

/** Returns the pause groups of one project in the journal. */
export function pauseGroupStore(journal: Journal, scope: Scope): PauseGroupStore {
  return {
    all: () => journal.sets(scope),
    begin: (group) => journal.beginSet(scope, group),
    change: (group) => journal.changeSet(scope, group),
  };
}

const warn = (controller: Controller, text: string): void =>
  update(controller, (state) => showNotice(state, text, 'warn'));

const find = (pauseGroups: readonly PauseGroup[], name: string): PauseGroup | undefined =>
  pauseGroups.find((group) => group.name.toLowerCase() === name.toLowerCase());

/** Pauses the marked bids, or the one under the cursor, as a group, or asks first as the key for pausing does. */
export function pauseGroup(controller: Controller, name: string, alone: boolean): void {
  const state = controller.store.getState();
  const fids = targetsIn(state, 'bids').map(({ fid }) => fid);
  pauseAsGroup(controller, name, {
    fids,
    hidden: hiddenMarks(state, 'bids'),
    tap: { key: 'y', alone },
    agreed: null,
  });
}

/** Pauses bids as a group, or asks first. */
export function pauseAsGroup(controller: Controller, name: string, { fids, hidden, tap, agreed }: Change): void {
  const state = controller.store.getState();
  const bids = pausable(controller, name, fids);
  if (bids === null) return;
  const impact = pauseImpact(bids, liveContextOf(state));
  const { confirm, production } = state.connected;
  const about: AskedOfRows = { kind: 'pause-set', name, fids };
  const asked: Asked = { sentence: asGroup(impact.sentence, name), rows: bids.map(({ fid }) => fid) };
  switch (confirmationNeeded(impact, { confirm, production, alone: tap.alone })) {
    case 'nothing':
      pauseAsGroupNow(controller, name, fids);
      return;
    case 'second-tap':
      if (agreed !== null && isSameQuestion(agreed, asked)) pauseAsGroupNow(controller, name, fids);
      else update(controller, (now) => armedWith(now, { ...asked, key: tap.key, hidden, for: about }));
      return;
    case 'typed-count':
      update(controller, (now) => confirmationOpened(now, typedCount(impact), { writes: [], hidden, for: about }));
  }
}

/** Returns the sentence of pausing bids, as pausing a group. */
export const asGroup = (sentence: string, name: string): string => `${sentence}, as the set ${name}`;

/** Pauses bids as a group without asking. The group is stored before anything is sent, so that it has every paused bid. */
export function pauseAsGroupNow(controller: Controller, name: string, fids: readonly string[]): void {
  const bids = pausable(controller, name, fids);
  if (bids === null) return;
  const group: PauseGroup = { name, at: controller.store.getState().now, members: bids.map(memberOf) };
  // The group stays in the project in which it was begun, even when another profile is shown by then.
  const groups = groupsOf(controller);
  withRemote(controller, async (remote) => {
    const begun = groups?.begin(group) ?? 'not-kept';
    if (begun !== 'begun') {
      warn(
        controller,
        begun === 'taken' ? taken(name) : 'The set could not be saved, so nothing was paused. Try again.',
      );
      return;
    }
    const done = await remote.send(bids.map(pauseBid));
    const members = group.members.filter(({ fid }) => done.some((write) => write.fid === fid));
    if (members.length < group.members.length) groups?.change({ ...group, members });
    loadPauseGroups(controller);
  });
}

const groupsOf = ({ journal }: Controller): PauseGroupStore | undefined => journal?.pauseGroups;

const taken = (name: string): string => `There is a set ${name} already. Resume it, or choose another name.`;

/** Returns those of the bids that can be paused as a group now; shows why and returns null when none can. */
function pausable(controller: Controller, name: string, fids: readonly string[]): readonly Bid[] | null {
  const pause = bidsResource.actions.find(({ id }) => id === 'pause-bid');
  if (pause === undefined) return null;
  const allowed = allowedFor(controller.store.getState(), 'bids', pause, fids);
  const why = !allowed.ok
    ? allowed.error
    : find(groupsOf(controller)?.all() ?? [], name) === undefined
      ? null
      : taken(name);
  if (why !== null) warn(controller, why);
  return allowed.ok && why === null ? allowed.value : null;
}

/** Opens the dialog that resumes a group; it names the bids that are left as they are, and why. */
export function askResumeGroup(controller: Controller, name: string): void {
  const state = controller.store.getState();
  const groups = groupsOf(controller);
  const group = find(groups?.all() ?? [], name);
  if (groups === undefined || group === undefined) {
    warn(controller, `There is no set named ${name}.`);
    return;
  }
  const readOnly = readOnlyReason(state.connected);
  if (readOnly !== null) {
    warn(controller, readOnly);
    return;
  }
  const context = liveContextOf(state);
  const ready = resuming(group, context);
  if (ready.writes.length === 0) {
    groups.change({ ...group, members: [] });
    loadPauseGroups(controller);
    const [why] = ready.left;
    warn(
      controller,
      `No bid of ${group.name} can be resumed${why === undefined ? '' : `: of ${why.member.name}, ${why.why}`}.`,
    );
    return;
  }
  const { confirm, production } = state.connected;
  const needed = confirmationNeeded(resumeImpact(ready.bids, context), { confirm, production, alone: true });
  const confirmation = askToResume(group.name, ready, context);
  update(controller, (now) =>
    dialogOpened(now, {
      kind: 'confirm',
      confirmation: needed === 'typed-count' ? { ...confirmation, typed: String(ready.bids.length) } : confirmation,
      writes: ready.writes,
      undoing: false,
      for: null,
      hidden: null,
      resumes: resumedPart(group, ready),
      editor: textBufferOf(''),
      wrong: null,
    }),
  );
}

/** Resumes the bids of a group; resumed ones leave it. */
export function resumePauseSet(controller: Controller, group: PauseGroup, writes: readonly Write[]): void {
  // The group stays in its project, even when another profile is shown by then.
  const groups = groupsOf(controller);
  withRemote(controller, async (remote) => {
    groups?.change(withoutResumed(group, await remote.send(writes)));
    loadPauseGroups(controller);
  });
}

/** Deletes a group; its bids stay as they are. */
export function forgetGroup(controller: Controller, name: string): void {
  const groups = groupsOf(controller);
  const group = find(groups?.all() ?? [], name);
  if (group === undefined) {
    warn(controller, `There is no set named ${name}.`);
    return;
  }
  groups?.change({ ...group, members: [] });
  loadPauseGroups(controller);
  update(controller, (state) => showNotice(state, `Deleted the set ${group.name}; its bids did not change.`));
}

/** Loads the project's groups, those of other consoles too, for the palette. */
export function loadPauseGroups(controller: Controller): void {
  const pauseGroups = groupsOf(controller)?.all() ?? [];
  update(controller, (state: ConsoleState) => ({ ...state, pauseGroups }));
}
