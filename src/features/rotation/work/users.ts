import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Config } from '../../../config/file.ts';
import type { TokenSource } from '../../../config/token.ts';
import { sourceWords, tokenFrom } from '../../../config/token.ts';
import type { ApiKey } from '../../../contract/api-key.ts';
import type { StoredLease } from '../../../journal/leases.ts';
import { moment } from '../../../lib/duration.ts';
import { isKeyOf } from '../../../store/key-of-token.ts';
import { CommandFailure } from '../../../system/exit.ts';
import type { Environment } from '../../../system/terminal.ts';

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
export async function usersOf(
  old: ApiKey,
  { config, source, environment, lease }: KeyInUse,
): Promise<readonly string[]> {
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
