import type { ListedRow } from '../../api/result.ts';
import { shortDuration } from '../../lib/duration.ts';
import { nameOrFid } from '../../lib/words.ts';
import { SINGLE_EVENT } from '../../resources/rows.ts';
import { addActivity, showNotice } from '../../store/activity.ts';
import { changesBetween } from '../../store/lists/observe.ts';
import { type ConsoleState, type Lists, marksKept, withList } from '../../store/state.ts';
import type { ProbeResult } from './probe-scheduler.ts';
import { probeResults, reachWord } from './reach.ts';
import type { Session } from './session-row.ts';

/** Adds a terminal session that was opened. */
export function sessionOpened(state: ConsoleState, session: Session): ConsoleState {
  return withSession(state, session);
}

/** Marks a terminal session as ended; a notice says how, and what has changed since `before`. */
export function sessionEnded(state: ConsoleState, fid: string, ended: string, at: number, before: Lists): ConsoleState {
  const session = state.lists.sessions.rows.get(fid)?.row;
  if (session === undefined || session.endedAt !== null) return state;
  const over = withSession(state, { ...session, endedAt: at, ended });
  const back = `Back from ${session.instance} after ${shortDuration(at - session.startedAt)}: ${ended}.`;
  const changes = changesSince(before, state.lists);
  return showNotice(
    addActivity(over, {
      ...SINGLE_EVENT,
      fid: `ssh-${fid}`,
      at,
      since: null,
      from: 'here',
      who: 'operator',
      outcome: 'done',
      what: `SSH to ${session.instance} for ${shortDuration(at - session.startedAt)}: ${ended}`,
      about: { pane: 'instances', fid: session.about },
    }),
    changes === '' ? back : `${back} Meanwhile: ${changes}.`,
    ended === 'code 0' ? 'plain' : 'warn',
  );
}

/** The changes between two states of the lists in a few words; empty when there are none. */
function changesSince(before: Lists, now: Lists): string {
  const instances = changesBetween('instances', before, now).map(({ change }) => change);
  const bids = changesBetween('bids', before, now).filter(
    ({ change: { change, field } }) => change === 'changed' && field === 'status',
  ).length;
  const lost = instances.filter(({ change, to }) => change === 'gone' || (change === 'lost' && to === null)).length;
  const gained = instances.filter(({ change }) => change === 'appeared').length;
  return [
    ...(bids === 0 ? [] : [`${bids} bids changed state`]),
    ...(lost === 0 ? [] : [`${lost} instances gone`]),
    ...(gained === 0 ? [] : [`${gained} instances new`]),
  ].join(', ');
}

function withSession(state: ConsoleState, session: Session): ConsoleState {
  const list = state.lists.sessions;
  const listed: ListedRow<Session> = { row: session, raw: JSON.stringify(session) };
  return marksKept(
    withList(state, 'sessions', { ...list, rows: new Map(list.rows).set(session.fid, listed) }),
    'sessions',
  );
}

/** Stores the result of a probe. An instance that no longer answers, or answers again, is recorded in the activity list. */
export function instanceProbed(state: ConsoleState, fid: string, found: ProbeResult): ConsoleState {
  const before = probeResults(state).get(fid);
  const next = { ...state, reach: new Map(probeResults(state)).set(fid, found) };
  const wasUp = before?.reach.kind === 'up';
  const isUp = found.reach.kind === 'up';
  if (before === undefined || before.destination !== found.destination || wasUp === isUp) return next;
  const name = nameOrFid(state.lists.instances.rows.get(fid)?.row.name ?? null, fid);
  return addActivity(next, {
    ...SINGLE_EVENT,
    fid: `reach-${fid}-${found.at}`,
    at: found.at,
    since: null,
    from: 'here',
    who: 'service',
    outcome: 'seen',
    what: isUp ? `${name} answers to SSH again` : `${name} no longer answers to SSH: ${reachWord(found.reach) ?? ''}`,
    about: { pane: 'instances', fid },
  });
}
