import { errorMessage } from '../api/error-messages.ts';
import { pause } from '../lib/clock.ts';
import { isStatus, statusWord } from '../resources/parts/status.ts';
import { readList } from '../resources/project-lists.ts';
import { EXIT, type ExitCode, exitCodeFor } from '../system/exit.ts';
import { system } from '../system/system.ts';
import type { FetchedLists } from './list-reader.ts';

const POLL_MS = 2000;

/** Waits for allocation and reports each status. Returns 1 when a bid ends or time is up. */
export async function untilAllocated(
  { client, connection }: FetchedLists,
  fids: readonly string[],
  forMs: number,
  log: (line: string) => void,
): Promise<ExitCode> {
  const { clock } = system();
  const end = clock.steady() + forMs;
  let shown = '';
  for (;;) {
    const progress = { signal: new AbortController().signal, onPage: () => undefined };
    const answer = await readList(client, 'bids', [connection.project], progress);
    if (!answer.ok && (answer.error.kind === 'not-signed-in' || answer.error.kind === 'no-token')) {
      log(errorMessage(answer.error).what);
      return exitCodeFor(answer.error);
    }
    const bids = answer.ok ? fids.flatMap((fid) => answer.value.rows.get(fid)?.row ?? []) : [];
    const now = answer.ok
      ? bids.map(({ name, fid, status }) => `${name ?? fid}: ${statusWord('bid', status) || 'unknown'}`).join(', ')
      : errorMessage(answer.error).what;
    if (now !== shown && now !== '') log(now);
    shown = now;
    if (bids.length === fids.length && bids.every(({ status }) => isStatus(status, 'allocated'))) return EXIT.done;
    if (bids.some(({ status }) => isStatus(status, 'terminated'))) {
      log('A bid that has ended cannot be allocated.');
      return EXIT.refused;
    }
    if (clock.steady() + POLL_MS > end) {
      log('Timed out. The bid is unchanged.');
      return EXIT.refused;
    }
    await pause(clock, POLL_MS);
  }
}
