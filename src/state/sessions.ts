import type { Listed } from '../api/outcome.ts';
import { shortDuration } from '../lib/duration.ts';
import type { Session } from '../resources/local.ts';
import { type ConsoleState, withList } from './console.ts';
import { noticed } from './happened.ts';
import { viewSettled } from './views.ts';

/** A terminal session began. */
export function sessionOpened(state: ConsoleState, session: Session): ConsoleState {
  return withSession(state, session);
}

/** A terminal session ended; how is told at the foot of the screen. */
export function sessionEnded(state: ConsoleState, fid: string, ended: string, at: number): ConsoleState {
  const session = state.lists.sessions.rows.get(fid)?.row;
  if (session === undefined || session.endedAt !== null) return state;
  const over = withSession(state, { ...session, endedAt: at, ended });
  return noticed(
    over,
    `Back from ${session.instance} after ${shortDuration(at - session.startedAt)}: ${ended}.`,
    ended === 'code 0' ? 'plain' : 'warn',
  );
}

function withSession(state: ConsoleState, session: Session): ConsoleState {
  const list = state.lists.sessions;
  const listed: Listed<Session> = { row: session, raw: JSON.stringify(session) };
  return viewSettled(
    withList(state, 'sessions', { ...list, rows: new Map(list.rows).set(session.fid, listed) }),
    'sessions',
  );
}
