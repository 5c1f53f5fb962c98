import { isDeepStrictEqual } from 'node:util';
import type { MessagePort } from 'node:worker_threads';
import type { JournalStatus, RecordSet } from '../async-journal.ts';
import type { Journal } from '../journal.ts';
import { callByName, statusOf } from '../same-thread.ts';

/** `now` is the program's time, in milliseconds since 1970. */
export type JournalRequest =
  | { readonly kind: 'open'; readonly path: string; readonly maxBytes: number | null; readonly now: number }
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly set: string;
      readonly name: string;
      readonly args: readonly unknown[];
      readonly now: number;
      /** Others may come before it. */
      readonly canWait: boolean;
    }
  | { readonly kind: 'close' };

/** `status` is null if unchanged. */
export type JournalReply =
  | { readonly kind: 'opened'; readonly by: string; readonly status: JournalStatus }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown; readonly status: JournalStatus | null }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'closing'; readonly waiting: number }
  | { readonly kind: 'closed' };

const AGAIN_MS = 100;

type Call = JournalRequest & { readonly kind: 'call' };

/** One call at a time, urgent ones first. */
export function serveJournal(
  port: Pick<MessagePort, 'on' | 'postMessage' | 'close'>,
  sets: readonly RecordSet<object>[],
  open: (path: string, now: () => number, maxBytes: number | null) => Journal,
): void {
  const byName = new Map(sets.map((set) => [set.setName, set]));
  const urgent: Call[] = [];
  const others: Call[] = [];
  let journal: Journal | null = null;
  let known: JournalStatus | null = null;
  let now = 0;
  let isScheduled = false;
  let isClosing = false;
  const reply = (message: JournalReply): void => port.postMessage(message);

  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    // First receive pending messages: one may be more urgent.
    setImmediate(carryOutNext);
  };

  const carryOutNext = (): void => {
    isScheduled = false;
    const next = urgent.shift() ?? (isClosing ? undefined : others.shift());
    if (next !== undefined && journal !== null) {
      carryOut(journal, next);
      schedule();
    } else if (isClosing) close();
  };

  const carryOut = (on: Journal, { id, set: setName, name, args, now: time }: Call): void => {
    now = time;
    const set = byName.get(setName);
    if (set === undefined) throw new Error(`The journal has no records of ${setName}.`);
    const value: unknown = callByName(on, set, name, args);
    const status = statusOf(on);
    reply({ kind: 'answer', id, value, status: isDeepStrictEqual(status, known) ? null : status });
    known = status;
  };

  const close = (): void => {
    const waiting = journal?.flush() ?? 0;
    if (waiting > 0) {
      reply({ kind: 'closing', waiting });
      setTimeout(close, AGAIN_MS);
      return;
    }
    journal?.close();
    reply({ kind: 'closed' });
    port.close();
  };

  port.on('message', (request: JournalRequest) => {
    switch (request.kind) {
      case 'open':
        now = request.now;
        journal = open(request.path, () => now, request.maxBytes);
        known = statusOf(journal);
        reply({ kind: 'opened', by: journal.by, status: known });
        return;
      case 'close':
        isClosing = true;
        break;
      case 'call':
        (request.canWait ? others : urgent).push(request);
        break;
    }
    schedule();
  });
}
