import { type FetchedLists, readLists } from '../../../command/list-reader.ts';
import type { Settings } from '../../../config/settings.ts';
import { nearest } from '../../../lib/nearest.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import type { Context } from '../../../resources/context.ts';
import type { Features } from '../../../store/state.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { type FleetFile, projectOf } from '../file/fleet-file.ts';
import type { Allowed } from '../plan/change.ts';
import { exactName, liveBids, volumesOf } from '../rows.ts';

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

/** The lists that a fleet stands in, and those of them that it changes. */
const FLEET_LISTS = ['bids', 'volumes', 'sshKeys', 'instances'] as const;
export const CHANGED_LISTS = ['bids', 'volumes'] as const;

/** Reads all lists that a fleet stands in, or some of them. @throws {CommandFailure} when a part is missing: a fleet is compared as a whole. */
export async function readFleet(
  features: Features,
  settings: Settings,
  names: readonly (typeof FLEET_LISTS)[number][] = FLEET_LISTS,
): Promise<FetchedLists> {
  const lists = await readLists(features, { ...settings, allProjects: false }, names);
  const [missing] = lists.partial.values();
  if (missing !== undefined)
    throw new CommandFailure(EXIT.refused, ['The fleet could not be read whole.', missing.sentence], 'Try again.');
  return lists;
}

/** The names that were given, or nothing for all rows. @throws {CommandFailure} for one that neither the file nor the project has. */
export function namesAmong(
  given: readonly string[],
  { path, bids, volumes }: FleetFile,
  context: Context,
): Pick<Allowed, 'names'> {
  if (given.length === 0) return {};
  const known = new Set([
    ...[...bids, ...volumes].map(({ name }) => name),
    ...liveBids(context).map((bid) => exactName('bids', bid, context)),
    ...volumesOf(context).map((volume) => exactName('volumes', volume, context)),
  ]);
  return {
    names: new Set(
      given.map((name) =>
        nameMeant(
          name,
          [...known].filter((one) => one !== ''),
          path,
        ),
      ),
    ),
  };
}

/** The name as the service has it of one that was typed so, or as it is shown. @throws {CommandFailure} */
function nameMeant(typed: string, known: readonly string[], path: string): string {
  if (known.includes(typed)) return typed;
  const [only, ...others] = known.filter((name) => printableLine(name) === typed);
  if (only !== undefined && others.length === 0) return only;
  const shown = printableLine(typed);
  if (only !== undefined)
    throw new CommandFailure(
      EXIT.usage,
      `${others.length + 1} names are shown as ${shown}: they differ in hidden characters.`,
      'Give the name with them.',
    );
  const meant = nearest(typed, known);
  throw new CommandFailure(
    EXIT.usage,
    `Neither ${path} nor the project has a bid or volume ${shown}.`,
    meant === null ? null : `Did you mean ${meant}?`,
  );
}
