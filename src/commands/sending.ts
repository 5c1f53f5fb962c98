import type { Client, Connection } from '../api/client.ts';
import type { Outcome, ServiceError } from '../api/outcome.ts';
import { makeRequest, readBase } from '../api/request.ts';
import { sentenceFor } from '../api/sentences.ts';
import { endpoints } from '../contract/endpoints.ts';
import { openJournal } from '../journal/journal.ts';
import { jsonText } from '../lib/printable.ts';
import type { Happening } from '../resources/local.ts';
import { serviceResources } from '../resources/resources.ts';
import type { Write, Written } from '../resources/write.ts';
import { deed } from '../state/happened.ts';
import { isUnknown } from '../state/writing.ts';
import { EXIT, type ExitCode, exitCodeFor } from './failure.ts';
import type { Keeping } from './keeping.ts';

/** How a write went: what to say, where, and with which code the program ends for it. */
export type Sent = { readonly code: ExitCode; readonly written: Written | null };

type Parts = {
  readonly client: Client;
  readonly connection: Connection & { readonly project: string };
  readonly keeping: Keeping;
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
};

/** Sends writes one after the other, each once; consoles see them in Activity as what was done elsewhere. */
export async function sendAll(writes: readonly Write[], parts: Parts): Promise<readonly Sent[]> {
  const { path, service } = parts.keeping;
  const journal = openJournal(path, Date.now, serviceResources);
  const scope = { service, project: parts.connection.project };
  const note = (name: string, { at, who, outcome, what, about }: Happening): void => {
    if (outcome !== 'lost') journal.note(scope, name, at, { kind: 'noted', who, outcome, what, about });
  };
  const results: Sent[] = [];
  try {
    for (const [n, write] of writes.entries()) {
      const at = Date.now();
      const told = (outcome: Happening['outcome'], more: string): void =>
        note(`deed-${n}`, deed(n, write, at, outcome, more));
      told('sent', '');
      const answer = await write.send(parts.client);
      results.push(toldOf(write, answer, parts, told));
    }
  } finally {
    journal.close();
  }
  return results;
}

function toldOf(
  write: Write,
  answer: Outcome<Written, ServiceError>,
  { say, warn }: Parts,
  told: (outcome: Happening['outcome'], more: string) => void,
): Sent {
  if (answer.ok) {
    told('done', '');
    const made =
      answer.value.kind === 'row' && write.fid === null ? ` Its identifier is ${answer.value.row.row.fid}.` : '';
    say(`${write.done}${made}`);
    return { code: EXIT.done, written: answer.value };
  }
  const { error } = answer;
  if (error.kind === 'not-found' && write.goneIsFine) {
    told('done', ': already gone');
    say(`${write.name} was gone already.`);
    return { code: EXIT.done, written: null };
  }
  const { what, hint } = sentenceFor(error);
  if (isUnknown(error)) {
    told('unknown', `: ${what}`);
    warn(`${write.name}: ${what}`);
    warn('The outcome is unknown. Check the list before you try again.');
    return { code: EXIT.unreachable, written: null };
  }
  told('refused', `: ${what}`);
  warn(`${write.name}: ${what}`);
  if (hint !== null) warn(hint);
  return { code: exitCodeFor(error), written: null };
}

/** A client that prints what would be asked for and sends nothing. */
export function dryClient({ baseUrl }: Connection, say: (line: string) => void): Client {
  const failed = { ok: false, error: { kind: 'aborted', reached: 'no' } } as const;
  return {
    call: async (name, asked) => {
      const base = readBase(baseUrl);
      const request = base === null ? null : makeRequest(base, endpoints[name], asked, null);
      if (request?.ok === true) {
        const { method, url, body } = request.value;
        say(`${method} ${url.href}`);
        if (body !== null) for (const line of jsonText(JSON.parse(body), 2).split('\n')) say(line);
      }
      return failed;
    },
    list: async () => failed,
  };
}
