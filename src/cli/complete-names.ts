import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { connectionFrom } from '../config/connection.ts';
import type { Settings } from '../config/settings.ts';
import type { ServiceList } from '../contract/lists.ts';
import { readTextFile, replaceFile } from '../lib/files.ts';
import { serviceResources } from '../resources/index.ts';
import { readList } from '../resources/project-lists.ts';
import type { ServiceResource } from '../resources/resource.ts';
import { ownFolders } from '../system/own-folders.ts';
import { clientFor } from '../system/request-log.ts';
import { system } from '../system/system.ts';

const CACHE_MS = 60_000;
const TIMEOUT_MS = 2000;

/** `at` is in milliseconds since 1970. */
const Cached = z.object({ at: z.number(), names: z.array(z.string()) });

/** Names of rows, cached for a minute; none if the service is slow. */
export async function namesOf<Name extends ServiceList>(settings: Settings, name: Name): Promise<readonly string[]> {
  const connection = connectionFrom(settings);
  const key = createHash('sha256').update(`${connection.baseUrl}\n${connection.project}\n${name}`).digest('hex');
  const file = join(ownFolders().cache, `names-${key.slice(0, 16)}.json`);
  const cached = cachedNames(file);
  if (cached !== null) return cached;
  // A completion prints no errors.
  const ignore = (): void => undefined;
  const client = clientFor(
    settings,
    { ...connection, readOnly: true, timeoutMs: TIMEOUT_MS, renewToken: null },
    { onWarning: ignore },
  );
  const late = new AbortController();
  const cancel = system().clock.after(TIMEOUT_MS, () => late.abort());
  const answer = await readList(client, name, [connection.project], { signal: late.signal }).finally(cancel);
  if (!answer.ok) return [];
  const { labelOf }: ServiceResource<Name> = serviceResources[name];
  const names = [...new Set([...answer.value.rows.values()].map(({ row }) => labelOf(row)))].toSorted();
  saveNames(file, names);
  return names;
}

function cachedNames(file: string): readonly string[] | null {
  try {
    const { at, names } = Cached.parse(JSON.parse(readTextFile(file)));
    return system().clock.now() - at > CACHE_MS ? null : names;
  } catch {
    // Then the service is asked.
    return null;
  }
}

function saveNames(file: string, names: readonly string[]): void {
  try {
    replaceFile(file, JSON.stringify({ at: system().clock.now(), names }));
  } catch {
    // The next completion only takes longer.
  }
}
