import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../../store/state.ts';

/**
 * Calls a function with the fid of an instance when a terminal session to it has ended: its host key may be known now, and its machine
 * can be tried again. Returns a function that stops this.
 */
export function retryAfterSessions(
  store: Pick<StoreApi<ConsoleState>, 'subscribe'>,
  retry: (fid: string) => void,
): () => void {
  return store.subscribe(({ lists: { sessions } }, { lists: { sessions: before } }) => {
    if (sessions.rows === before.rows) return;
    for (const [fid, { row }] of sessions.rows)
      if (row.endedAt !== null && before.rows.get(fid)?.row.endedAt === null) retry(row.about);
  });
}
