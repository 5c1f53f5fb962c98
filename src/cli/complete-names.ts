import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';
import * as z from 'zod';
import { connectionFrom } from '../config/connection.ts';
import type { Settings } from '../config/settings.ts';
import type { ServiceList } from '../contract/lists.ts';
import { replaceFile } from '../lib/private-file.ts';
import { readTextFile } from '../lib/regular-file.ts';
import { resources } from '../resources/index.ts';
import { readList } from '../resources/project-lists.ts';
import type { Resource } from '../resources/resource.ts';
import { clientFor } from '../system/request-log.ts';

/** Names of a moment ago are good enough for completing what is typed. */
const FRESH_MS = 60_000;
/** Nobody waits longer for a completion. */
const PATIENCE_MS = 2000;

const Names = z.array(z.string());

/** What the rows of a list are called, from a short cache; none when the service does not tell in time. */
export async function namesOf<Name extends ServiceList>(settings: Settings, name: Name): Promise<readonly string[]> {
  const connection = connectionFrom(settings);
  const place = createHash('sha256').update(`${connection.baseUrl}\n${connection.project}\n${name}`).digest('hex');
  const file = join(envPaths('spotdeck', { suffix: '' }).cache, `names-${place.slice(0, 16)}.json`);
  const kept = keptIn(file);
  if (kept !== null) return kept;
  // Nobody who presses Tab wants to read what is wrong with a log.
  const announce = (): void => undefined;
  const client = clientFor(
    settings,
    { ...connection, readOnly: true, timeoutMs: PATIENCE_MS },
    { onWarning: announce },
  );
  const progress = { signal: AbortSignal.timeout(PATIENCE_MS), onPage: () => undefined };
  const answer = await readList(client, name, [connection.project], progress);
  if (!answer.ok) return [];
  const { labelOf }: Resource<Name> = resources[name];
  const names = [...new Set([...answer.value.rows.values()].map(({ row }) => labelOf(row)))].toSorted();
  keep(file, names);
  return names;
}

function keptIn(file: string): readonly string[] | null {
  try {
    if (Date.now() - statSync(file).mtimeMs > FRESH_MS) return null;
    return Names.safeParse(JSON.parse(readTextFile(file))).data ?? null;
  } catch {
    // No cache, or a damaged one: the service is asked.
    return null;
  }
}

function keep(file: string, names: readonly string[]): void {
  try {
    replaceFile(file, JSON.stringify(names));
  } catch {
    // A cache that can't be kept costs time and nothing else.
  }
}
