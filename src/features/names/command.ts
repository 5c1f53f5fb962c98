import { type Finding, ok, warning } from '../../command/doctor-lines.ts';
import { printRows } from '../../command/format.ts';
import { connectionFrom } from '../../config/connection.ts';
import type { Settings } from '../../config/settings.ts';
import { age } from '../../lib/duration.ts';
import { describeError } from '../../lib/os-error.ts';
import { counted, withoutPeriod } from '../../lib/words.ts';
import type { Aliases } from '../../resources/context.ts';
import { CommandFailure, EXIT, type ExitCode, exitCodeFor } from '../../system/exit.ts';
import { clientFor } from '../../system/request-log.ts';
import { writeErrorLine, writeErrorLines } from '../../system/streams.ts';
import { system } from '../../system/system.ts';
import { type KeptNames, keepNames, NAMES_AGE_MS, type NamesPlace, placeInSettings, readKept } from './kept.ts';
import type { NamesFrom } from './names-from.ts';
import { withOwnNames } from './names-of-rows.ts';
import { readNames } from './read.ts';

type Options = { readonly again: boolean; readonly json: boolean };

/**
 * `spotdeck names`: prints which name each identifier has, and where it is from. The list of the service is read when what is kept of it is
 * older than a day. @throws {CommandFailure} when it is to be read again and the settings name none.
 */
export async function printNames(settings: Settings, { again, json }: Options): Promise<ExitCode> {
  const place = placeInSettings(settings);
  if (place === null && again)
    throw new CommandFailure(
      EXIT.usage,
      'No list of the service is set that has names.',
      'Write it as [names_from] in the config file: docs/names.md.',
    );
  const kept = place === null ? null : readKept(place);
  const isDue = place !== null && (again || kept === null || system().clock.now() - kept.readAt >= NAMES_AGE_MS);
  const read = isDue ? await readAgain(settings, place) : null;
  // The settings have the names that were kept among those of the operator.
  const own = new Map([...settings.names].filter(([identifier, name]) => kept?.names.get(identifier) !== name));
  printKnown(own, place?.from ?? null, read?.names ?? kept, json);
  if (read !== null && read.problem !== null) writeErrorLines(read.problem);
  return read?.code ?? EXIT.done;
}

type ReadAgain = {
  readonly names: KeptNames | null;
  readonly problem: readonly string[] | null;
  readonly code: ExitCode;
};

async function readAgain(settings: Settings, place: NamesPlace): Promise<ReadAgain> {
  const client = clientFor(settings, connectionFrom(settings));
  const answer = await readNames(client, place.from, system().clock.now());
  if (!answer.ok) {
    const { sentence, error } = answer.error;
    const code = error === null ? EXIT.refused : exitCodeFor(error);
    return { names: null, problem: [`Names were not read from ${place.from.path}: ${sentence}`], code };
  }
  try {
    keepNames(place, answer.value);
    return { names: answer.value, problem: null, code: EXIT.done };
  } catch (error) {
    const problem = `Names of the service are not kept in ${place.file}: ${withoutPeriod(describeError(error))}.`;
    return { names: answer.value, problem: [problem], code: EXIT.refused };
  }
}

/** Prints names: those of the operator first, then those of the service. */
function printKnown(own: Aliases, from: NamesFrom | null, known: KeptNames | null, json: boolean): void {
  const ofService = known?.names ?? new Map<string, string>();
  const names = [...withOwnNames(ofService, own)].map(([identifier, name]) => ({
    identifier,
    name,
    source: ofService.get(identifier) === name ? (from?.path ?? 'config') : 'config',
  }));
  if (names.length === 0) writeErrorLine('No identifier has a name.');
  printRows(json ? 'json' : 'table', {
    headers: ['NAME', 'IDENTIFIER', 'SOURCE'].map((text) => ({ text, align: 'left' })),
    rows: names.map((row) => {
      const cells = [row.name, row.identifier, row.source];
      return { cells, words: cells, raw: JSON.stringify(row) };
    }),
  });
}

/** What is kept of the list of names, for `doctor`. */
export function namesFindings(settings: Settings, { path }: NamesFrom): readonly Finding[] {
  const place = placeInSettings(settings);
  const kept = place === null ? null : readKept(place);
  if (kept === null)
    return [
      warning(
        'names',
        `none were read from ${path} yet`,
        'The console reads them once a day; spotdeck names reads them now.',
      ),
    ];
  const left = kept.left === 0 ? '' : `, ${counted(kept.left, 'row')} without a usable one`;
  const found = `${counted(kept.names.size, 'name')} from ${path}, read ${age(kept.readAt, system().clock.now())} ago${left}`;
  return [
    system().clock.now() - kept.readAt < 2 * NAMES_AGE_MS
      ? ok('names', found)
      : warning('names', found, 'spotdeck names --again reads them now.'),
  ];
}
