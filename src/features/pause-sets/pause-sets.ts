import type { Outcome } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import { confirmationNeeded, pauseImpact, resumeImpact } from '../../resources/bids/confirm.ts';
import { pauseAction } from '../../resources/bids/pausing.ts';
import { pauseBid } from '../../resources/bids/writes.ts';
import { ask } from '../../screen/keymap/key-to-write.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update, withRemote } from '../../store/controller.ts';
import { type AllowedRows, allowedFor } from '../../store/disabled-reason.ts';
import { profileText } from '../../store/journal-sync.ts';
import { hiddenMarks, targetsIn } from '../../store/lists/visible-rows.ts';
import { byImpact, typed } from '../../store/questions/change-rows.ts';
import type { QuestionRecord } from '../../store/questions/record.ts';
import { readOnlyReason } from '../../store/read-only.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { PauseSet } from './journal.ts';
import { askToResume, leftToResume, memberOf, resuming } from './pause-set.ts';
import { loadPauseSets, pauseSetNamed } from './state.ts';

declare module '../../store/question.ts' {
  interface Requests {
    readonly 'pause-set': ChosenRows & { readonly name: string; readonly direct: boolean };
    readonly 'resume-set': { readonly name: string };
  }
}

/** Pauses bids as a set kept for resuming. */
export const pauseSet: QuestionRecord<'pause-set'> = {
  now: (state, { name, fids, direct, hidden }) => {
    const found = pausable(state, name, fids);
    if (!found.ok) return found;
    const { rows, leftOut } = found.value;
    const impact = pauseImpact(rows, liveContextOf(state));
    const sentence = `${impact.sentence}, as the set ${name}`;
    return {
      ok: true,
      value: byImpact(
        state,
        { ...impact, sentence },
        { writes: rows.map(pauseBid), leftOut, reads: ['bids', 'instances'], direct: direct && hidden === null },
      ),
    };
  },
  carryOut: (controller, { name }, { writes, rows }) => {
    const { lists, now } = controller.store.getState();
    const members = rows.flatMap((fid) => {
      const bid = lists.bids.rows.get(fid)?.row;
      return bid === undefined ? [] : [memberOf(bid)];
    });
    const set: PauseSet = { name, at: now, members };
    // The set stays in its project, even when another profile is shown by then.
    const sets = controller.journal?.pauseSets;
    const shown = profileText(controller.store.getState());
    withRemote(controller, async (remote) => {
      // Stored before sending, so that it has every paused bid.
      const begun = (await sets?.begin(set)) ?? 'not-kept';
      if (begun === 'begun' && profileText(controller.store.getState()) !== shown) {
        sets?.change({ ...set, members: [] });
        update(controller, (state) => showNotice(state, 'The profile was switched, so nothing was paused.', 'warn'));
        return;
      }
      if (begun !== 'begun') {
        const why = begun === 'taken' ? taken(name) : 'The set could not be saved, so nothing was paused. Try again.';
        update(controller, (state) => showNotice(state, why, 'warn'));
        return;
      }
      const done = await remote.send(writes);
      const paused = set.members.filter(({ fid }) => done.some((write) => write.fid === fid));
      if (paused.length < set.members.length) sets?.change({ ...set, members: paused });
      await loadPauseSets(controller);
    });
  },
};

const taken = (name: string): string => `There is a set ${name} already. Resume it, or choose another name.`;

function pausable(state: ConsoleState, name: string, fids: readonly string[]): Outcome<AllowedRows<Bid>, string> {
  const allowed = allowedFor(state, 'bids', pauseAction, fids);
  if (!allowed.ok || pauseSetNamed(state, name) === undefined) return allowed;
  return { ok: false, error: taken(name) };
}

/** Resumes the bids left unchanged; names the others. */
export const resumeSet: QuestionRecord<'resume-set'> = {
  now: (state, { name }) => {
    const set = pauseSetNamed(state, name);
    if (set === undefined) return { ok: false, error: `There is no set named ${name}.` };
    const readOnly = readOnlyReason(state.connected);
    if (readOnly !== null) return { ok: false, error: readOnly };
    const context = liveContextOf(state);
    const ready = resuming(set, context);
    if (ready.writes.length === 0) {
      const [why] = ready.left;
      const because = why === undefined ? '' : `: ${why.member.name} is left as it is, because ${why.why}`;
      return { ok: false, error: `No bid of ${set.name} can be resumed${because}.` };
    }
    const { confirm, production } = state.connected;
    const needed = confirmationNeeded(resumeImpact(ready.bids, context), { confirm, production, alone: true });
    const { title, lines } = askToResume(set.name, ready, context);
    return {
      ok: true,
      value: {
        sentence: title,
        title,
        lines,
        review: [],
        rows: ready.bids.map(({ fid }) => fid),
        writes: ready.writes,
        answer: needed === 'typed-count' ? typed(String(ready.bids.length)) : { by: 'key' },
        leftOut: null,
        reads: ['bids', 'instances'],
      },
    };
  },
  carryOut: (controller, { name }, { writes, rows }) => {
    const set = pauseSetNamed(controller.store.getState(), name);
    // As above.
    const sets = controller.journal?.pauseSets;
    withRemote(controller, async (remote) => {
      const done = await remote.send(writes);
      if (set !== undefined) sets?.change(leftToResume(set, rows, done));
      await loadPauseSets(controller);
    });
  },
};

/** Pauses the chosen bids as a set; asks first as the pause key does. */
export async function askPauseSet(controller: Controller, name: string, alone: boolean): Promise<void> {
  const state = controller.store.getState();
  const fids = targetsIn(state, 'bids').map(({ fid }): string => fid);
  const hidden = hiddenMarks(state, 'bids');
  if (!(await loadPauseSets(controller))) return;
  ask(controller, { kind: 'pause-set', name, fids, hidden, direct: alone }, 'y');
}

/** A set without bids to resume is deleted, and a notice says why. */
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
