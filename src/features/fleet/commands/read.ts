import { type Finding, failure, ok } from '../../../command/doctor-lines.ts';
import { type FetchedLists, readLists } from '../../../command/list-reader.ts';
import type { Settings } from '../../../config/settings.ts';
import { nearest } from '../../../lib/nearest.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { counted } from '../../../lib/words.ts';
import type { Context } from '../../../resources/context.ts';
import type { Features } from '../../../store/state.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import type { Environment } from '../../../system/terminal.ts';
import { type FleetFile, projectOf } from '../file/fleet-file.ts';
import { fleetPathOf, readFleetFile } from '../file/read-file.ts';
import type { Allowed } from '../plan/change.ts';
import { exactName, liveBids, volumesOf } from '../rows.ts';

/** The settings for the file's project. @throws {CommandFailure} when another one is set. */
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

const FLEET_LISTS = ['bids', 'volumes', 'sshKeys', 'instances'] as const;
export const CHANGED_LISTS = ['bids', 'volumes'] as const;

/** @throws {CommandFailure} for lists read in part: a fleet is compared as a whole. */
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

/** The names given; nothing means all rows. @throws {CommandFailure} for an unknown name. */
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

/** The exact name behind a typed or displayed one. @throws {CommandFailure} */
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

/** The fleet file of the profile, for `doctor`. */
export async function fleetFindings(
  { own, token }: Pick<Settings, 'own' | 'token'>,
  environment: Environment,
): Promise<readonly Finding[]> {
  const path = fleetPathOf(own, environment);
  if (path === null) return [];
  try {
    const { bids, volumes } = (await readFleetFile(path, token)).file;
    return [ok('fleet file', `${counted(bids.length, 'bid')} and ${counted(volumes.length, 'volume')} in ${path}`)];
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const [what = '', ...more] = error.lines;
    const hint =
      more.length === 0
        ? 'docs/fleet.md says what is in one.'
        : `${counted(more.length, 'line')} more: spotdeck diff ${path} says all.`;
    return [failure('fleet file', what, hint)];
  }
}
