import type { FetchedLists } from '../../../command/list-reader.ts';
import { readLists } from '../../../command/read-lists.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Features } from '../../../store/features.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { type FleetFile, projectOf } from '../file/fleet-file.ts';

/** The settings for the one project of a file. @throws {CommandFailure} when the file is for another one. */
export function settingsFor(file: FleetFile, settings: Settings): Settings {
  const { path, project } = file;
  const wanted = projectOf(file, settings.names);
  if (wanted !== null && settings.project !== null && wanted !== settings.project)
    throw new CommandFailure(
      EXIT.usage,
      `${path}, line ${project?.line ?? 1}: the file is for the project ${wanted}, and ${settings.project} is set.`,
      `Give --project ${wanted}, or change the line.`,
    );
  return { ...settings, project: settings.project ?? wanted, allProjects: false };
}

/** Reads all lists that a fleet stands in. @throws {CommandFailure} when a part is missing: a fleet is compared as a whole. */
export async function readFleet(features: Features, settings: Settings): Promise<FetchedLists> {
  const lists = await readLists(features, { ...settings, allProjects: false }, [
    'bids',
    'volumes',
    'sshKeys',
    'instances',
  ]);
  const [missing] = lists.partial.values();
  if (missing !== undefined)
    throw new CommandFailure(EXIT.refused, ['The fleet could not be read whole.', missing.sentence], 'Try again.');
  return lists;
}
