import type { FetchedLists } from '../../../command/list-reader.ts';
import type { Sending } from '../../../command/send.ts';
import type { Context } from '../../../resources/context.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { createSeenRows } from '../plan/seen-rows.ts';

/** Age of the rows, in milliseconds, at which they are read again before a write; where reading them is slow, a multiple of its time. */
const LOOK_AGAIN_MS = 10_000;
const LOOK_AGAIN_TIMES = 3;

type Rows = Pick<FetchedLists, 'context'>;

/** The newest rows: those that were read, or newer ones when these are some seconds old. `steady` is in milliseconds. */
export function newestRows(first: Rows, read: () => Promise<Rows>, steady: () => number): () => Promise<Context> {
  let context = first.context;
  let readAt = steady();
  let tookMs = 0;
  return async () => {
    const now = steady();
    if (now - readAt < Math.max(LOOK_AGAIN_MS, LOOK_AGAIN_TIMES * tookMs)) return context;
    ({ context } = await read());
    readAt = now;
    tookMs = steady() - now;
    return context;
  };
}

/** Sends as another `Sending` does what nobody else has changed since the plan was made. Once the rows can't be read, nothing is sent. */
export function sendUnchanged(
  { send, isListed, close }: Sending,
  first: Context,
  rows: () => Promise<Context>,
  warn: (line: string) => void,
): Sending {
  const seen = createSeenRows(first);
  return {
    close,
    isListed,
    send: async (write) => {
      const now = await rows().catch((error: unknown) => {
        if (!(error instanceof CommandFailure)) throw error;
        for (const line of error.lines) warn(line);
        return null;
      });
      if (now === null) return { code: EXIT.unreachable, kind: 'refused', written: null };
      const why = seen.whyChanged(write, now);
      if (why !== null) {
        warn(`${write.name} is left as it is: ${why}.`);
        return { code: EXIT.refused, kind: 'refused', written: null };
      }
      const result = await send(write, now);
      seen.sent(write, result.written, now);
      return result;
    },
  };
}
