import { statSync } from 'node:fs';
import { storagePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { Scope } from '../journal/scope.ts';
import { serviceResources } from '../resources/index.ts';
import type { Features } from '../store/state.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { writeErrorLine } from '../system/streams.ts';
import { system } from '../system/system.ts';

/** `problem`: why the journal could not be read; null if it could. */
type FromJournal<Read> = { readonly read: Read; readonly problem: string | null };

type Place = { readonly baseUrl: string; readonly projects: readonly string[] };

/** `service` is its name in the journal. */
type Reader<Read> = (journal: Journal, scopes: readonly Scope[], service: string) => Read;

/** Reads the journal, with problems on stderr. Null if there is none yet; none is created. */
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

/** For a command printing nothing else. @throws {CommandFailure} when the journal can't be used. */
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

/** Reads the journal silently. Null if there is none yet; none is created. */
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
    // A damaged journal was replaced by an empty one.
    return { read: found, problem: journal.news() };
  } finally {
    journal.close();
  }
}

/** An unreachable file may exist. */
function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}
