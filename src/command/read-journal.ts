import { statSync } from 'node:fs';
import { storagePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { Scope } from '../journal/scope.ts';
import { serviceResources } from '../resources/index.ts';
import type { Features } from '../store/features.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { writeErrorLine } from '../system/streams.ts';
import { system } from '../system/system.ts';

/** What a command has read from the journal, and why the journal could not be read; null when it could. */
type FromJournal<Read> = { readonly read: Read; readonly problem: string | null };

type Place = { readonly baseUrl: string; readonly projects: readonly string[] };

/** Reads something from the journal. `service` is the name of the service in it. */
type Reader<Read> = (journal: Journal, scopes: readonly Scope[], service: string) => Read;

/**
 * Reads the journal for a command that ends at once, and says on stderr what is wrong with it. Null when there is none yet: it is not
 * created.
 */
export async function readJournal<Read>(
  features: Features,
  settings: Settings,
  place: Place,
  read: Reader<Read>,
): Promise<FromJournal<Read> | null> {
  const found = await lookIntoJournal(features, settings, place, read);
  if (found !== null && found.problem !== null) writeErrorLine(found.problem);
  return found;
}

/**
 * The same for a command that prints nothing but what the journal has.
 * @throws {CommandFailure} when the journal can't be used: it would say that there is nothing.
 */
export async function readUsableJournal<Read>(
  features: Features,
  settings: Settings,
  place: Place,
  read: Reader<Read>,
): Promise<Read | null> {
  const found = await lookIntoJournal(features, settings, place, read);
  if (found === null) return null;
  requireUsable(found.problem);
  return found.read;
}

/** @throws {CommandFailure} when the journal can't be used. */
export function requireUsable(problem: string | null): void {
  if (problem !== null) throw new CommandFailure(EXIT.refused, problem, 'Name another one with --journal.');
}

/** Reads the journal, and says nothing of it. Null when there is none yet: it is not created. */
export async function lookIntoJournal<Read>(
  features: Features,
  settings: Settings,
  { baseUrl, projects }: Place,
  read: Reader<Read>,
): Promise<FromJournal<Read> | null> {
  const { path, service } = storagePaths(settings, baseUrl);
  if (isMissing(path)) return null;
  const journal = openJournal(path, system().clock.now, serviceResources, await features.tables());
  try {
    const found = read(
      journal,
      projects.map((project) => ({ service, project })),
      service,
    );
    // One that was damaged is another file now, and what was read is not what was there.
    return { read: found, problem: journal.news() };
  } finally {
    journal.close();
  }
}

/** Whether there is no such file: one that can't be reached may be there. */
function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}
