import { agentWords } from '../changes/change-event.ts';
import type { EventKind } from '../changes/event-kind.ts';
import type { Bid } from '../contract/bid.ts';
import { whyChanged } from '../resources/bids/writes.ts';
import { whyLeftAlone } from '../resources/parts/other-project.ts';
import { isStatus } from '../resources/parts/status.ts';
import type { ActivityRow } from '../resources/rows.ts';
import type { UndoOf, Write } from '../resources/write.ts';
import { type ConsoleState, projectsOf } from './state.ts';
import { isAccepted } from './writes/pending-writes.ts';

export function stillUndoable(
  state: Pick<ConsoleState, 'lists' | 'connected' | 'pending'>,
  writes: readonly Write[],
  bidNow: (fid: string) => Bid | undefined,
): { readonly left: readonly Write[]; readonly kept: readonly string[] } {
  const checked = writes.map((write) => ({ write, why: whyNewer(state, write, bidNow) }));
  return {
    left: checked.flatMap(({ write, why }) => (why === null ? [write] : [])),
    kept: checked.flatMap(({ write, why }) => (why === null ? [] : [`${write.name} is left as it is: ${why}.`])),
  };
}

/** Why an undo would overwrite something newer; null while the bid is as the change left it. */
function whyNewer(
  state: Pick<ConsoleState, 'lists' | 'connected' | 'pending'>,
  { fid, undoOf }: Write,
  bidNow: (fid: string) => Bid | undefined,
): string | null {
  if (undoOf === null || fid === null) return null;
  // An accepted change can be taken back before it is carried out.
  if (state.pending.some((one) => isAccepted(one) && one.write.fid === fid)) return null;
  const events = eventsSince(state, fid, undoOf.changedAt ?? Number.POSITIVE_INFINITY);
  const by = changedBy(events);
  const now = bidNow(fid);
  const { aliases } = state.connected;
  const foreign = now === undefined ? null : whyLeftAlone(now, { projects: projectsOf(state.connected), aliases });
  return foreign ?? whyChanged(now, undoOf.expected, by) ?? whyChangedBack(events, undoOf, by);
}

/** After a time, the oldest first. The events of groups are rows too. */
function eventsSince({ lists }: Pick<ConsoleState, 'lists'>, fid: string, since: number): readonly ActivityRow[] {
  return [...lists.activity.rows.values()]
    .map(({ row }) => row)
    .filter(({ about, at, events }) => events.length === 0 && at > since && about?.pane === 'bids' && about.fid === fid)
    .toSorted((a, b) => a.at - b.at);
}

/** In words. An action explains a change only when it does this, and came after the change before. */
function changedBy(events: readonly ActivityRow[]): string {
  const actions = events.flatMap(({ at, kind, outcome }) =>
    kind?.kind === 'noted' && outcome === 'done' ? [{ at, kind }] : [],
  );
  const changes = events.flatMap(({ at, kind }) => {
    const verb = kind?.kind === 'seen' ? verbOf(kind) : null;
    return verb === null ? [] : [{ at, verb }];
  });
  const newest = actions.at(-1);
  const [before, last] = [changes.at(-2), changes.at(-1)];
  const author =
    last === undefined || (newest !== undefined && newest.at > last.at)
      ? newest
      : actions.findLast(({ at, kind }) => kind.verb === last.verb && at > (before?.at ?? 0));
  if (author === undefined) return 'someone else';
  return author.kind.agent === undefined ? 'you' : `the ${agentWords(author.kind.agent)}`;
}

function verbOf({ change, field, from, to }: Extract<EventKind, { kind: 'seen' }>): string | null {
  if (change !== 'changed') return null;
  if (field === 'limit_price') return 'change';
  if (field !== 'status') return null;
  if (isStatus(to, 'paused')) return 'pause';
  return isStatus(from, 'paused') ? 'resume' : null;
}

/** Paused, resumed and paused again is newer than the first pause. The first event of a price is the change itself. */
function whyChangedBack(events: readonly ActivityRow[], { expected }: UndoOf, by: string): string | null {
  const changes = events.flatMap(({ kind }) => (kind?.kind === 'seen' && kind.change === 'changed' ? [kind] : []));
  const { paused, price } = expected;
  const left = changes.filter(({ field, from }) => field === 'status' && isStatus(from, 'paused')).length;
  const joined = changes.filter(({ field, to }) => field === 'status' && isStatus(to, 'paused')).length;
  if (paused === true && left > 0) return `it was resumed and paused again since, by ${by}`;
  if (paused === false && joined > 0) return `it was paused and resumed again since, by ${by}`;
  const repriced = changes.filter(({ field }) => field === 'limit_price').length;
  return paused === undefined && price !== undefined && repriced > 1
    ? `its limit price was changed and changed back since, by ${by}`
    : null;
}
