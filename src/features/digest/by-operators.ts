import type { JournalEvent, OperatorEvent } from '../../changes/change-event.ts';

/** How long after a console's action was recorded a list may show its effect first, and before it, in milliseconds. */
const LATE_MS = 60_000;

/** Field of a changed row that each verb of an action changes; null for the row itself. */
const FIELDS: Readonly<Record<string, string | null>> = {
  place: null,
  create: null,
  cancel: null,
  delete: null,
  revoke: null,
  change: 'limit_price',
  pause: 'status',
  resume: 'status',
};

/** Returns a function that says whether a change is the effect of an operator's action among these events. */
export function byOperators(events: readonly JournalEvent[]): (event: JournalEvent) => boolean {
  const byRow = new Map<string, { readonly at: number; readonly verb: string }[]>();
  for (const { at, payload } of events) {
    if (payload.kind !== 'noted' || payload.who !== 'operator' || payload.outcome === 'refused') continue;
    for (const key of keysOf(payload))
      byRow.set(key, [...(byRow.get(key) ?? []), { at, verb: payload.action?.verb ?? '' }]);
  }
  return ({ at, since, payload }) => {
    if (payload.kind !== 'seen') return false;
    const { list, fid, name, change } = payload;
    const field = change === 'changed' ? payload.field : null;
    const key = change === 'appeared' ? `${list} named ${name ?? ''}` : fid;
    const actions = byRow.get(key) ?? [];
    return actions.some(
      (action) => FIELDS[action.verb] === field && action.at >= (since ?? at) - LATE_MS && action.at <= at + LATE_MS,
    );
  };
}

/** A new row has no identifier when it is requested: it is known by its name. */
function keysOf({ about, action }: OperatorEvent): readonly string[] {
  if (about !== null) return [about.fid];
  return action === null ? [] : [`${action.list} named ${action.name}`];
}
