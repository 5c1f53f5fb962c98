import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { connectionFrom } from '../../../config/connection.ts';
import type { Config } from '../../../config/file.ts';
import { requireChanges } from '../../../config/may-change.ts';
import { storagePaths } from '../../../config/paths.ts';
import type { ResolvedSettings } from '../../../config/profile.ts';
import { sourceInUse } from '../../../config/source-in-use.ts';
import { sourceWords, type TokenSource, tokenFrom } from '../../../config/token.ts';
import type { ApiKey } from '../../../contract/api-key.ts';
import type { StoredLease } from '../../../journal/leases.ts';
import { moment } from '../../../lib/duration.ts';
import { describeError } from '../../../lib/os-error.ts';
import { withoutPeriod } from '../../../lib/words.ts';
import { serviceResources } from '../../../resources/index.ts';
import { type Before, knownBefore, nothingKnown } from '../../../resources/made.ts';
import { describeOutcome } from '../../../resources/write-outcome.ts';
import { actionOf, operatorActivity } from '../../../store/activity.ts';
import { isKeyOf } from '../../../store/own-api-keys.ts';
import { sendWrite } from '../../../sync/send-write.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { clientFor } from '../../../system/request-log.ts';
import { system } from '../../../system/system.ts';
import type { Environment } from '../../../system/terminal.ts';
import type { Rotations } from './journal.ts';
import { Rotation } from './record.ts';
import type { RotationEnd, RotationOptions, RotationWork } from './rotation-work.ts';
import { stopped } from './situation.ts';
import { openPlace } from './token-place.ts';

type Operator = Pick<RotationWork, 'ask' | 'say' | 'onSwapped'>;

/**
 * Runs a function with all that a rotation of the key in use needs, as the only rotation on this machine. @throws {CommandFailure}
 * when the key can't be rotated from here.
 */
export async function withRotation(
  resolved: ResolvedSettings,
  options: RotationOptions,
  { ask, say, onSwapped }: Operator,
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
  // Loaded when a key is rotated: the console starts without them.
  const { openJournal } = await import('../../../journal/journal.ts');
  const rotations = await locked(join(dirname(path), 'rotations.db'));
  const journal = openJournal(path, system().clock.now, serviceResources, []);
  const scope = { service, project: connection.project };
  const id = `${service}\n${place.id}`;
  let sent = 0;
  try {
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
          journal.note(scope, name, at, { kind: 'noted', who, outcome, what, about, action: actionOf(row) });
        };
        note('sent', '');
        const outcome = await sendWrite(client, write, known === undefined ? nothingKnown(at) : knownKeys(known, at));
        const { kind, reason } = describeOutcome(write, outcome);
        note(kind, reason === null ? '' : `: ${reason}`);
        return outcome;
      },
      record: {
        read: () => parsed(onDisk(() => rotations.read(id))),
        write: (rotation) => onDisk(() => rotations.write(id, JSON.stringify(rotation))),
        remove: () => onDisk(() => rotations.remove(id)),
      },
      users: (old) => usersOf(old, { config, source, environment, lease: journal.lease(scope) }),
      random: () => crypto.randomUUID().slice(0, 6),
    });
  } finally {
    journal.close();
    rotations.close();
  }
}

/** All keys that there were before one is made. */
const knownKeys = (keys: readonly ApiKey[], at: number): Before =>
  knownBefore(new Map(keys.map((row) => [row.fid, { row }])), { isWhole: true, at });

/** Opens the records of rotations. @throws {CommandFailure} while another program rotates a key. */
async function locked(path: string): Promise<Rotations> {
  const { openRotations } = await import('./journal.ts');
  let opened: Rotations | null;
  try {
    opened = openRotations(path);
  } catch (error) {
    throw stopped(
      `${path} can't be used: ${withoutPeriod(describeError(error))}.`,
      'A rotation is written down there. Nothing was sent.',
    );
  }
  if (opened === null)
    throw stopped('Another program on this machine rotates a key now.', 'Nothing was sent. Wait until it has ended.');
  return opened;
}

/** Runs a function that uses the records. @throws {CommandFailure} when their file can't be used. */
function onDisk<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw stopped(
      `The rotation can't be written down: ${withoutPeriod(describeError(error))}.`,
      'It stopped here. Run it again to continue.',
    );
  }
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

/** Where to look for those who use a key. */
type KeyInUse = {
  readonly config: Config | null;
  /** Source of the key that is rotated. */
  readonly source: TokenSource;
  readonly environment: Environment;
  /** Who runs the rules of the project; null when nobody does. */
  readonly lease: StoredLease | null;
};

const LastUsed = z.object({ last_used_at: z.iso.datetime({ offset: true }) });

/** Sentences about who still uses a key that is being replaced, as far as this machine and the service show it. */
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

/** How a profile uses a key; null when it does not. A program is not run for this: it may ask or cost something. */
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
