import type { Journal, Scope, SetBegun } from '../journal/journal.ts';
import { editorOf } from '../lib/editor.ts';
import { pauseBid } from '../resources/bid-writes.ts';
import { bids as bidsResource } from '../resources/bids.ts';
import { askToResume, leftOf, memberOf, type PauseSet, type Resuming, resuming } from '../resources/pause-set.ts';
import { allowedFor } from './acting.ts';
import type { ConsoleState } from './console.ts';
import { liveContextOf } from './context.ts';
import { apply, type Desk } from './desk.ts';
import { noticed } from './happened.ts';
import { overlayOpened } from './overlays.ts';
import { whyReadOnly } from './read-only.ts';

/** Sets of bids that are paused together, kept in the journal, so that they outlive the console. */
export type SetKeeper = {
  readonly all: () => readonly PauseSet[];
  readonly begin: (set: PauseSet) => SetBegun;
  /** What is left of a set; one without members is forgotten. */
  readonly change: (set: PauseSet) => void;
};

/** The sets of a place in its journal. */
export function setsIn(journal: Journal, scope: () => Scope): SetKeeper {
  return {
    all: () => journal.sets(scope()),
    begin: (set) => journal.beginSet(scope(), set),
    change: (set) => journal.changeSet(scope(), set),
  };
}

const say = (desk: Desk, text: string): void => apply(desk, (state) => noticed(state, text, 'warn'));

const find = (sets: readonly PauseSet[], name: string): PauseSet | undefined =>
  sets.find((set) => set.name.toLowerCase() === name.toLowerCase());

/** Pauses the marked bids, or the one under the cursor, as a set. It is kept before anything is sent, so that no paused bid is ever in none. */
export async function setPaused(desk: Desk, name: string): Promise<void> {
  const state = desk.store.getState();
  const pause = bidsResource.actions.find(({ id }) => id === 'pause-bid');
  if (pause === undefined || desk.sets === null) return;
  const allowed = allowedFor(state, 'bids', pause);
  if (!allowed.ok) {
    say(desk, allowed.error);
    return;
  }
  const set: PauseSet = { name, at: state.now, members: allowed.value.map(memberOf) };
  const begun = desk.sets.begin(set);
  if (begun !== 'begun') {
    say(
      desk,
      begun === 'taken'
        ? `There is a set ${name} already. Resume it, or choose another name.`
        : 'The set can not be kept now, so nothing was paused. Try again.',
    );
    return;
  }
  const done = await desk.send(allowed.value.map(pauseBid));
  const paused = set.members.filter(({ fid }) => done.some((write) => write.fid === fid));
  if (paused.length < set.members.length) desk.sets.change({ ...set, members: paused });
  setsRead(desk);
}

/** Asks whether a set is to be resumed, with what is left as it is and why. */
export function setResumeAsked(desk: Desk, name: string): void {
  const state = desk.store.getState();
  const set = desk.sets === null ? undefined : find(desk.sets.all(), name);
  if (set === undefined) {
    say(desk, `There is no set called ${name}.`);
    return;
  }
  if (state.connected.readOnly) {
    say(desk, whyReadOnly(state.connected));
    return;
  }
  const context = liveContextOf(state);
  const ready = resuming(set, context);
  if (ready.writes.length === 0) {
    desk.sets?.change({ ...set, members: [] });
    setsRead(desk);
    const [why] = ready.left;
    say(
      desk,
      `Nothing of ${set.name} is left to resume${why === undefined ? '' : `: of ${why.member.name}, ${why.why}`}.`,
    );
    return;
  }
  apply(desk, (now) =>
    overlayOpened(now, {
      kind: 'confirm',
      confirmation: askToResume(set.name, ready, context),
      writes: ready.writes,
      undoing: false,
      afterwards: (done) => setResumed(desk, set, ready, done),
      editor: editorOf(''),
      wrong: null,
    }),
  );
}

function setResumed(desk: Desk, set: PauseSet, ready: Resuming, done: Parameters<typeof leftOf>[2]): void {
  desk.sets?.change(leftOf(set, ready, done));
  setsRead(desk);
}

/** A set is forgotten; its bids stay as they are. */
export function setForgotten(desk: Desk, name: string): void {
  const set = desk.sets === null ? undefined : find(desk.sets.all(), name);
  if (set === undefined) {
    say(desk, `There is no set called ${name}.`);
    return;
  }
  desk.sets?.change({ ...set, members: [] });
  setsRead(desk);
  apply(desk, (state) => noticed(state, `The set ${set.name} is forgotten; its bids stay as they are.`));
}

/** The sets of this place, of other consoles too, as the palette offers them. */
export function setsRead(desk: Desk): void {
  const sets = desk.sets?.all() ?? [];
  apply(desk, (state: ConsoleState) => ({ ...state, pauseSets: sets }));
}
