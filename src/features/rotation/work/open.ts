import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Outcome } from '../../../api/result.ts';
import { connectionFrom } from '../../../config/connection.ts';
import type { Config } from '../../../config/file.ts';
import { requireChanges } from '../../../config/may-change.ts';
import { storagePaths } from '../../../config/paths.ts';
import { type ResolvedSettings, sourceInUse } from '../../../config/profile.ts';
import { sourceWords, type TokenSource, tokenFrom } from '../../../config/token.ts';
import type { ApiKey } from '../../../contract/api-key.ts';
import { type AsyncJournal, journalRecords } from '../../../journal/async-journal.ts';
import type { StoredLease } from '../../../journal/leases.ts';
import { newWriterId } from '../../../journal/writer-id.ts';
import { moment } from '../../../lib/duration.ts';
import { type Before, knownBefore, nothingKnown } from '../../../resources/made.ts';
import { describeOutcome } from '../../../resources/write-outcome.ts';
import { isKeyOf } from '../../../store/access.ts';
import { actionOf, operatorActivity } from '../../../store/activity.ts';
import { sendWrite } from '../../../sync/send-write.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { clientFor } from '../../../system/request-log.ts';
import { system } from '../../../system/system.ts';
import type { Environment } from '../../../system/terminal.ts';
import { rotationJournal } from './journal.ts';
import { Rotation, type RotationEnd, type RotationOptions, type RotationWork } from './rotation-work.ts';
import { stopped } from './situation.ts';
import { openPlace } from './token-place.ts';

type Operator = Pick<RotationWork, 'ask' | 'say' | 'onSwapped'>;

export type RotationJournal = { readonly journal: AsyncJournal; readonly close: () => void };

/** Runs as the only rotation on this machine. @throws {CommandFailure} when the key can't be rotated from here. */
export async function withRotation(
  resolved: ResolvedSettings,
  options: RotationOptions,
  { ask, say, onSwapped }: Operator,
  journalAt: (path: string) => RotationJournal,
  run: (parts: RotationWork) => Promise<RotationEnd>,
): Promise<RotationEnd> {
  const { settings, config, from } = resolved;
  const { environment } = from;
  requireChanges(settings);
  const connection = connectionFrom(settings);
  const source = sourceInUse(resolved);
  if (source === null) throw new CommandFailure(EXIT.signedOut, 'There is no token, so no key is in use here.');
  const { path, service } = storagePaths(settings, connection.baseUrl);
  if (path === ':memory:')
    throw stopped(
      'A rotation is written down beside the journal, and the journal is in memory only.',
      'Give a file with --journal.',
    );
  const place = await openPlace(source, settings.token, environment);
  const { journal, close } = journalAt(path);
  const scope = { service, project: connection.project };
  const id = `${service}\n${place.id}`;
  let sent = 0;
  let hasLock = false;
  // A writer of its own, so that Activity shows it as an event of the journal.
  const writer = newWriterId();
  try {
    await lock(journal, join(dirname(path), 'rotations.db'));
    hasLock = true;
    return await run({
      place,
      connection,
      options,
      ask,
      say,
      onSwapped,
      now: system().clock.now,
      client: (token) => clientFor(settings, { ...connection, token, renewToken: null }),
      projects: [...new Set([connection.project, ...settings.projects])],
      send: async (client, write, known) => {
        const [at, name] = [system().clock.now(), `rotation-${sent++}`];
        const note = (outcome: 'sent' | 'done' | 'refused' | 'unknown', more: string): void => {
          const row = operatorActivity(0, write, at, outcome, more);
          const { who, what, about } = row;
          const payload = { kind: 'noted', who, outcome, what, about, action: actionOf(row) } as const;
          journal.record(journalRecords, 'note', scope, name, at, payload, writer);
        };
        note('sent', '');
        const outcome = await sendWrite(client, write, known === undefined ? nothingKnown(at) : knownKeys(known, at));
        const { kind, reason } = describeOutcome(write, outcome);
        note(kind, reason === null ? '' : `: ${reason}`);
        return outcome;
      },
      record: {
        read: async () => parsed(written(await journal.act(rotationJournal, 'readRotation', id))),
        write: async (rotation) => {
          written(await journal.act(rotationJournal, 'writeRotation', id, JSON.stringify(rotation)));
        },
        remove: async () => {
          written(await journal.act(rotationJournal, 'writeRotation', id, null));
        },
      },
      users: async (old) => {
        const lease = await journal.ask(journalRecords, 'lease', scope);
        return usersOf(old, { config, source, environment, lease });
      },
      random: () => crypto.randomUUID().slice(0, 6),
    });
  } finally {
    if (hasLock) journal.record(rotationJournal, 'endRotation');
    close();
  }
}

const knownKeys = (keys: readonly ApiKey[], at: number): Before =>
  knownBefore(new Map(keys.map((row) => [row.fid, { row }])), { isWhole: true, at });

/** @throws {CommandFailure} while another program rotates a key. */
async function lock(journal: AsyncJournal, path: string): Promise<void> {
  const begun = await journal.act(rotationJournal, 'beginRotation', path);
  if (!begun.ok)
    throw stopped(`${path} can't be used: ${begun.error}.`, 'A rotation is written down there. Nothing was sent.');
  if (!begun.value)
    throw stopped('Another program on this machine rotates a key now.', 'Nothing was sent. Wait until it has ended.');
}

/** @throws {CommandFailure} when the records can't be used. */
function written<Value>(outcome: Outcome<Value, string>): Value {
  if (outcome.ok) return outcome.value;
  throw stopped(`The rotation can't be written down: ${outcome.error}.`, 'It stopped here. Run it again to continue.');
}

function parsed(text: string | null): Rotation | 'unreadable' | null {
  if (text === null) return null;
  try {
    return Rotation.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return 'unreadable';
    throw error;
  }
}

type KeyInUse = {
  readonly config: Config | null;
  readonly source: TokenSource;
  readonly environment: Environment;
  /** Who runs the rules; null for nobody. */
  readonly lease: StoredLease | null;
};

const LastUsed = z.object({ last_used_at: z.iso.datetime({ offset: true }) });

/** Sentences on who still uses the old key, as far as seen from here. */
async function usersOf(old: ApiKey, { config, source, environment, lease }: KeyInUse): Promise<readonly string[]> {
  const used = LastUsed.safeParse(old).data;
  const sharing = config?.profiles.filter(({ token }) => isDeepStrictEqual(token, source)) ?? [];
  const others = config?.profiles.filter(({ token }) => !isDeepStrictEqual(token, source)) ?? [];
  const found = await Promise.all(others.map(async ({ name, token }) => useIn(name, token, old, environment)));
  return [
    ...(used === undefined ? [] : [`The service says it was last used ${moment(Date.parse(used.last_used_at))}.`]),
    ...(sharing.length < 2
      ? []
      : [
          `These profiles take the new key from ${sourceWords(source)} too: ${sharing.map(({ name }) => name).join(', ')}.`,
        ]),
    ...found.flatMap((sentence) => sentence ?? []),
    ...(lease === null ? [] : [`Rules are run by ${lease.runs}: restart it if it was started with the old key.`]),
    'Programs on other machines, and those that were started with it, are not seen from here.',
  ];
}

/** Null for no use. Programs are not run, as they may ask or cost something. */
async function useIn(name: string, token: TokenSource, old: ApiKey, environment: Environment): Promise<string | null> {
  if (token.kind === 'command')
    return `The profile ${name} takes its token from ${sourceWords(token)}, which was not run.`;
  try {
    const found = await tokenFrom(token, environment);
    return found !== null && isKeyOf(found, old)
      ? `The profile ${name} still has the old key, in ${sourceWords(token)}.`
      : null;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return `The token of the profile ${name} could not be read: ${error.message}`;
  }
}
