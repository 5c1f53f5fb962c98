import type { ListedRow } from '../api/result.ts';
import { shortDuration } from '../lib/duration.ts';
import type { Session } from '../resources/local-rows.ts';
import { reachWord } from '../resources/parts/reach.ts';
import type { ProbeResult } from '../ssh/probe-scheduler.ts';
import { addActivity, showNotice } from './activity.ts';
import { changesBetween } from './lists/observe.ts';
import { reconcileCursor } from './panes/cursor.ts';
import { type ConsoleState, type Lists, withList } from './state.ts';

/** A terminal session began. */
export function sessionOpened(state: ConsoleState, session: Session): ConsoleState {
  return withSession(state, session);
}

/** A terminal session ended; how, and what has happened since `before`, is told at the foot of the screen. */
export function sessionEnded(state: ConsoleState, fid: string, ended: string, at: number, before: Lists): ConsoleState {
  const session = state.lists.sessions.rows.get(fid)?.row;
  if (session === undefined || session.endedAt !== null) return state;
  const over = withSession(state, { ...session, endedAt: at, ended });
  const back = `Back from ${session.instance} after ${shortDuration(at - session.startedAt)}: ${ended}.`;
  const meanwhile = changesSince(before, state.lists);
  return showNotice(
    addActivity(over, {
      fid: `ssh-${fid}`,
      at,
      since: null,
      from: 'here',
      who: 'operator',
      outcome: 'done',
      what: `SSH to ${session.instance} for ${shortDuration(at - session.startedAt)}: ${ended}`,
      about: { pane: 'instances', fid: session.about },
    }),
    meanwhile === '' ? back : `${back} Meanwhile: ${meanwhile}.`,
    ended === 'code 0' ? 'plain' : 'warn',
  );
}

/** What has changed between two moments, in a few words; empty when nothing has. */
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
  return reconcileCursor(
    withList(state, 'sessions', { ...list, rows: new Map(list.rows).set(session.fid, listed) }),
    'sessions',
  );
}

/** An address was looked at: an instance that no longer answers, or does again, is a line of the activity list. */
export function instanceProbed(state: ConsoleState, fid: string, found: ProbeResult): ConsoleState {
  const before = state.reach.get(fid);
  const next = { ...state, reach: new Map(state.reach).set(fid, found) };
  const wasUp = before?.reach.kind === 'up';
  const isUp = found.reach.kind === 'up';
  if (before === undefined || before.destination !== found.destination || wasUp === isUp) return next;
  const name = state.lists.instances.rows.get(fid)?.row.name ?? fid;
  return addActivity(next, {
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
