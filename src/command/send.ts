import type { Client, Connection } from '../api/client.ts';
import { errorMessage } from '../api/error-messages.ts';
import { makeRequest, readBase } from '../api/request.ts';
import type { StoragePaths } from '../config/paths.ts';
import { endpoints } from '../contract/endpoints.ts';
import { openJournal } from '../journal/journal.ts';
import { jsonText } from '../lib/sanitize.ts';
import type { ActivityRow } from '../resources/activity-row.ts';
import { serviceResources } from '../resources/index.ts';
import type { Write, WriteResponse } from '../resources/write.ts';
import { describeOutcome } from '../resources/write-outcome.ts';
import { actionOf, operatorActivity } from '../store/activity.ts';
import { sendWrite } from '../sync/send-write.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { system } from '../system/system.ts';
import { type SendResult, sendResultOf } from './send-result.ts';

type Parts = {
  readonly client: Client;
  readonly connection: Connection & { readonly project: string };
  readonly storage: StoragePaths;
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
};

/** Sends writes one at a time, each once, and notes them in the journal, where consoles show them in Activity. */
export type Sending = {
  readonly send: (write: Write) => Promise<SendResult>;
  readonly close: () => void;
};

/** Opens what sends the writes of a command; for one whose later writes need the answers to earlier ones. */
export function openSending({ client, connection, storage, say, warn }: Parts): Sending {
  const { path, service } = storage;
  const journal = openJournal(path, system().clock.now, serviceResources, []);
  const scope = { service, project: connection.project };
  let sent = 0;
  return {
    send: async (write) => {
      const n = sent++;
      const at = system().clock.now();
      const note = (outcome: Exclude<ActivityRow['outcome'], 'lost'>, more: string): void => {
        const row = operatorActivity(n, write, at, outcome, more);
        const { who, what, about } = row;
        journal.note(scope, `write-${n}`, at, { kind: 'noted', who, outcome, what, about, action: actionOf(row) });
      };
      note('sent', '');
      const outcome = await sendWrite(client, write);
      const description = describeOutcome(write, outcome);
      const { kind, reason } = description;
      note(kind, reason === null ? '' : `: ${reason}`);
      print(write, outcome.ok ? outcome.value : null, description, { say, warn });
      return sendResultOf(kind, outcome);
    },
    close: () => journal.close(),
  };
}

/** Sends writes in order, each once. */
export async function sendAll(writes: readonly Write[], parts: Parts): Promise<readonly SendResult[]> {
  const sending = openSending(parts);
  const results: SendResult[] = [];
  try {
    for (const write of writes) results.push(await sending.send(write));
  } finally {
    sending.close();
  }
  return results;
}

/** Prints the outcome of a write, with the identifier of a new row. */
function print(
  { fid }: Write,
  written: WriteResponse | null,
  { kind, text, hint }: ReturnType<typeof describeOutcome>,
  { say, warn }: Pick<Parts, 'say' | 'warn'>,
): void {
  if (kind === 'done') {
    say(written?.kind === 'row' && fid === null ? `${text} Its identifier is ${written.row.row.fid}.` : text);
    return;
  }
  warn(text);
  if (hint !== null) warn(hint);
}

/** Prints the request of each write for `--dry-run` and sends none. @throws {CommandFailure} for an invalid one. */
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
