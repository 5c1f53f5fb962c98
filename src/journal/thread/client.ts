import { EventEmitter, once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../lib/clock.ts';
import type { ArgumentsOf, JournalCall, JournalStatus, OpenedJournal, RecordSet, Unwritten } from '../async-journal.ts';
import { unwrittenWords } from '../same-thread.ts';
import type { JournalReply, JournalRequest } from './server.ts';

const CLOSING_MS = 2000;

/** `failed`: the thread ended by itself. @throws an error before the opening. */
export async function journalInThread(
  worker: Pick<Worker, 'on' | 'once' | 'postMessage' | 'terminate' | 'unref'>,
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number | null },
  clock: Pick<Clock, 'after' | 'now'>,
  log: (line: string) => void,
  failed: (error: unknown) => void,
): Promise<OpenedJournal> {
  const events = new EventEmitter();
  events.setMaxListeners(0);
  /** By number. Those of `ask` have no name: nothing is lost. */
  const open = new Map<number, string | null>();
  let lastId = 0;
  let status: JournalStatus = { warning: null, number: 0, losses: 0, said: null };
  let waiting = 0;
  let isOpen = false;
  let isClosed = false;
  const send = (request: JournalRequest): void => worker.postMessage(request);

  worker.on('message', (reply: JournalReply) => {
    switch (reply.kind) {
      case 'opened':
        status = reply.status;
        events.emit('opened', reply.by);
        return;
      case 'answer':
        open.delete(reply.id);
        status = reply.status ?? status;
        events.emit(`answer ${reply.id}`, reply.value);
        return;
      case 'log':
        log(reply.line);
        return;
      case 'closing':
        waiting = reply.waiting;
        return;
      case 'closed':
        waiting = 0;
        events.emit('closed');
    }
  });
  const died = (error: unknown): void => {
    if (isClosed) return;
    isClosed = true;
    if (!isOpen) events.emit('error', error);
    else failed(error);
    events.emit('closed');
  };
  worker.once('error', (error) => died(threadError(error)));
  worker.once('exit', () => died(new Error('The thread of the journal ended by itself.')));

  const post = <Own extends object, Name extends keyof Own & string>(
    { setName }: RecordSet<Own>,
    name: Name,
    args: ArgumentsOf<Own[Name]>,
    canWait: boolean,
  ): number => {
    lastId += 1;
    open.set(lastId, canWait ? null : `${setName}.${name}`);
    send({ kind: 'call', id: lastId, set: setName, name, args, now: clock.now(), canWait });
    return lastId;
  };
  const call =
    (canWait: boolean): JournalCall =>
    (set, name, ...args) =>
      new Promise((resolve) => {
        events.once(`answer ${post(set, name, args, canWait)}`, resolve);
      });

  const opened = once(events, 'opened');
  send({ kind: 'open', path, maxBytes, now: clock.now() });
  const [by] = await opened;
  isOpen = true;
  worker.unref();

  const close = async (): Promise<Unwritten> => {
    if (isClosed) return [];
    const closed = once(events, 'closed');
    send({ kind: 'close' });
    const stopWaiting = clock.after(CLOSING_MS, () => events.emit('closed'));
    await closed;
    stopWaiting();
    isClosed = true;
    await worker.terminate();
    const calls = [...open.values()].filter((name) => name !== null);
    return unwrittenWords({ actions: waiting, calls });
  };

  return {
    by,
    status: () => status,
    record: (set, name, ...args) => void post(set, name, args, false),
    ask: call(true),
    act: call(false),
    close,
  };
}

/** Node has the reason of a failed start in its message alone. */
function threadError(error: Error): Error {
  const [code] = /\bE[MN]FILE\b/.exec(error.message) ?? [];
  return code === undefined ? error : Object.assign(new Error(error.message, { cause: error }), { code });
}
