import type { Connection } from '../api/client.ts';
import { errorMessage } from '../api/error-messages.ts';
import { makeRequest, readBase } from '../api/request.ts';
import { retryPage } from '../config/connection.ts';
import type { StoragePaths } from '../config/paths.ts';
import { endpoints } from '../contract/endpoints.ts';
import type { ServiceList } from '../contract/lists.ts';
import { openJournal } from '../journal/journal.ts';
import { pause } from '../lib/clock.ts';
import { jsonText } from '../lib/sanitize.ts';
import { withoutPeriod } from '../lib/words.ts';
import type { Context } from '../resources/context.ts';
import { missingOf } from '../resources/incomplete-lists.ts';
import { serviceResources } from '../resources/index.ts';
import { isAsAsked, knownBefore, LOOKED_FOR_MS, writtenRow } from '../resources/made.ts';
import { readList } from '../resources/project-lists.ts';
import type { ActivityRow } from '../resources/rows.ts';
import type { Write, WrittenRow } from '../resources/write.ts';
import { describeOutcome, pastOf } from '../resources/write-outcome.ts';
import { actionOf, operatorActivity } from '../store/activity.ts';
import { contextOf } from '../store/row-context.ts';
import { projectsOf } from '../store/state.ts';
import { rowsArrived } from '../store/transitions.ts';
import { sendWrite } from '../sync/send-write.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { system } from '../system/system.ts';
import type { FetchedLists } from './list-reader.ts';
import { type SendResult, type Sent, type Shown, sendResultOf, shownIn } from './settle.ts';

type Parts = FetchedLists & {
  readonly storage: StoragePaths;
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
};

export type Sending = ReturnType<typeof openSending>;

/** Sends writes one at a time, each once, and notes them in the journal. For writes needing earlier answers. */
export function openSending(parts: Parts) {
  const { send, settle, close } = openSender(parts);
  return {
    /** Sends a write; an unclear outcome is looked for in the lists. `newest` are the rows known by now. */
    send: async (write: Write, newest?: Context): Promise<SendResult> => {
      const [result] = await settle([await send(write, newest)]);
      if (result === undefined) throw new Error('A write that was sent has no result.');
      return result;
    },
    /** Whether the list shows the made row as asked and not ended, now or while outcomes are looked for. */
    isListed: async (write: Write, fid: string): Promise<boolean> =>
      (await lookFor(parts, write.list, (now) => isAsAsked(write, fid, now))).kind === 'ended',
    close,
  };
}

/** Sends writes in order, each once, then looks for all unclear outcomes together. */
export async function sendAll(writes: readonly Write[], parts: Parts): Promise<readonly SendResult[]> {
  const { send, settle, close } = openSender(parts);
  const sent: NotedWrite[] = [];
  try {
    for (const write of writes) sent.push(await send(write));
    return await settle(sent);
  } finally {
    close();
  }
}

type NotedWrite = Sent & { readonly note: (outcome: Exclude<ActivityRow['outcome'], 'lost'>, more: string) => void };

const LOOKING = 'The outcome is unknown, so it is not sent again. It is looked for in the list.';

function openSender(parts: Parts) {
  const { client, connection, context, partial, storage, say, warn } = parts;
  const { path, service } = storage;
  const journal = openJournal(path, system().clock.now, serviceResources, []);
  const scope = { service, project: connection.project };
  const made = new Set<string>();
  let count = 0;

  const send = async (write: Write, { rowsOf, isRead }: Context = context): Promise<NotedWrite> => {
    const n = count++;
    const at = system().clock.now();
    const note: NotedWrite['note'] = (outcome, more) => {
      const row = operatorActivity(n, write, at, outcome, more);
      const { who, what, about } = row;
      journal.note(scope, `write-${n}`, at, { kind: 'noted', who, outcome, what, about, action: actionOf(row) });
    };
    const isWhole = isRead(write.list) && !partial.has(write.list);
    const before = knownBefore(rowsOf(write.list), { isWhole, at, also: made });
    note('sent', '');
    const outcome = await sendWrite(client, write, before);
    const { kind, text, reason, hint } = describeOutcome(write, outcome);
    note(kind, reason === null ? '' : `: ${reason}`);
    const row = writtenRow(outcome);
    if (row !== null) made.add(row.row.row.fid);
    if (kind === 'done') say(withFid(text, write, row));
    else {
      warn(text);
      if (kind === 'unknown') warn(LOOKING);
      else if (hint !== null) warn(hint);
    }
    return { write, before, outcome, note };
  };

  const settledBy = ({ write, note }: NotedWrite, result: SendResult, shown: Shown): SendResult => {
    switch (shown.kind) {
      case 'done': {
        const row = shown.written.kind === 'row' ? shown.written : null;
        if (row !== null) made.add(row.row.row.fid);
        note('done', ': found in the list');
        say(withFid(`The list shows that ${write.name} was ${pastOf(write.verb)}.`, write, row));
        return { code: EXIT.done, kind: 'done', written: result.written ?? shown.written };
      }
      case 'missed':
        note('refused', `: ${withoutPeriod(shown.why)}`);
        warn(`${shown.why} So it was not carried out.`);
        return { ...result, kind: 'missed' };
      case 'unknown':
        warn(shown.why);
        warn(`What became of ${write.name} is not known. Look at it before you try again.`);
        return result;
    }
  };

  const settle = async (sent: readonly NotedWrite[]): Promise<readonly SendResult[]> => {
    const shown = await shownInLists(sent, parts);
    return sent.map((one) => {
      const result = sendResultOf(describeOutcome(one.write, one.outcome).kind, one.outcome);
      const now = shown.get(one);
      return now === undefined ? result : settledBy(one, result, now);
    });
  };

  return { send, settle, close: (): void => journal.close() };
}

/** Adds the identifier of a new row. */
const withFid = (text: string, { fid }: Write, row: WrittenRow | null): string =>
  row === null || fid !== null ? text : `${text} Its identifier is ${row.row.row.fid}.`;

/** For `--dry-run`: prints requests and sends none. @throws {CommandFailure} for an invalid one. */
export function printRequests(writes: readonly Write[], { baseUrl }: Connection, say: (line: string) => void): void {
  const base = readBase(baseUrl);
  if (base === null) throw new CommandFailure(EXIT.usage, 'The address of the service is not a web address.');
  for (const { call, input } of writes) {
    const request = makeRequest(base, endpoints[call], input, null);
    if (!request.ok) {
      const error = { kind: 'refused', status: 422, said: null, fields: request.error, reached: 'no' } as const;
      throw new CommandFailure(EXIT.refused, errorMessage(error).what);
    }
    const { method, url, body } = request.value;
    say(`${method} ${url.href}`);
    if (body !== null) for (const line of jsonText(JSON.parse(body), 2).split('\n')) say(line);
  }
}

const isUnknown = ({ outcome: { kind } }: Sent): boolean => kind !== 'made' && kind !== 'refused';

/** Looks in the lists for unclear outcomes, once for all of one list. */
async function shownInLists<One extends Sent>(
  sent: readonly One[],
  lists: FetchedLists,
): Promise<ReadonlyMap<One, Shown>> {
  const shown = new Map<One, Shown>();
  const unknown = sent.filter(isUnknown);
  for (const list of new Set(unknown.map(({ write }) => write.list))) {
    const own = unknown.filter(({ write }) => write.list === list);
    const search = await lookFor(lists, list, (context) => {
      for (const one of own) if (shown.get(one)?.kind !== 'done') shown.set(one, shownIn(one, context, lists.state));
      return own.every((one) => shown.get(one)?.kind === 'done');
    });
    for (const one of own) if (shown.get(one)?.kind !== 'done') shown.set(one, endOf(shown.get(one), search, one));
  }
  return shown;
}

/** The end of a search without success: an incomplete list proves nothing. */
function endOf(last: Shown | undefined, search: Search, { outcome }: Sent): Shown {
  if (last?.kind === 'missed' && outcome.kind === 'accepted')
    return { kind: 'unknown', why: `The service accepted it, but ${last.why}` };
  return search.kind === 'unread' || last === undefined
    ? { kind: 'unknown', why: search.kind === 'unread' ? search.why : 'The list was not read.' }
    : last;
}

/** Least time between two looks, in milliseconds; three times a slow reading. */
const LOOK_MS = 2000;
const LOOK_TIMES = 3;

/** `over`: the last list lacked it. `unread`: the last list was not whole. */
type Search =
  | { readonly kind: 'ended' }
  | { readonly kind: 'over' }
  | { readonly kind: 'unread'; readonly why: string };

/** Reads a list repeatedly until `isSeen`, for as long as outcomes are looked for. */
async function lookFor(
  { client, state }: Pick<FetchedLists, 'client' | 'state'>,
  list: ServiceList,
  isSeen: (context: Context) => boolean,
): Promise<Search> {
  const { clock } = system();
  const end = clock.steady() + LOOKED_FOR_MS;
  for (;;) {
    const began = clock.steady();
    const answer = await readList(client, list, projectsOf(state.connected), { retry: retryPage });
    const now = clock.now();
    if (answer.ok && isSeen(contextOf(rowsArrived(state, list, answer.value, { at: now, sequence: 2 }, now))))
      return { kind: 'ended' };
    const tookMs = clock.steady() - began;
    const waitMs = Math.max(LOOK_MS, LOOK_TIMES * tookMs);
    const isRefused = !answer.ok && (answer.error.kind === 'not-signed-in' || answer.error.kind === 'no-token');
    if (isRefused || clock.steady() + waitMs > end) {
      if (!answer.ok) return { kind: 'unread', why: errorMessage(answer.error).what };
      const missing = missingOf(list, answer);
      return missing === null ? { kind: 'over' } : { kind: 'unread', why: missing.sentence };
    }
    await pause(clock, waitMs);
  }
}
