import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, normalize } from 'node:path';
import type { FetchedLists } from '../../../command/list-reader.ts';
import { readFilter } from '../../../command/read-filter.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Bid } from '../../../contract/bid.ts';
import { isInFolder, makeFolder } from '../../../lib/folders.ts';
import { describeError } from '../../../lib/os-error.ts';
import { printableBlock } from '../../../lib/sanitize.ts';
import { meets } from '../../../resources/filter/match.ts';
import { searchColumns } from '../../../store/lists/place-columns.ts';
import type { Features } from '../../../store/state.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { inHome, readText, saveFile } from '../../../system/files.ts';
import { writeBlock } from '../../../system/streams.ts';
import { fleetText } from '../file/write-file.ts';
import { liveBids } from '../rows.ts';
import { readFleet } from './read.ts';

type ExportInput = { readonly filter: string | null; readonly scripts: string | null };

/** Longer scripts get files of their own. */
const FEW_LINES = 3;

/** `spotdeck export`. @throws {CommandFailure} for a fleet read in part, or a script not saved. */
export async function exportFleet(
  features: Features,
  settings: Settings,
  { filter, scripts }: ExportInput,
): Promise<ExitCode> {
  const folder = scripts === null ? null : folderBelow(scripts);
  const lists = await readFleet(features, { ...settings, readOnly: true });
  const files = createFileNames(folder);
  const text = fleetText({
    context: lists.context,
    bids: filter === null ? liveBids(lists.context) : matching(lists, filter),
    filter,
    token: lists.connection.token,
    scriptFile: files.nameFor,
  });
  if (folder !== null) await saveScripts(folder, files.all());
  writeBlock(text);
  return EXIT.done;
}

function matching({ context, state }: FetchedLists, filter: string): readonly Bid[] {
  const { columns } = state.features.panes.bids;
  const terms = readFilter(filter, columns);
  const searched = searchColumns(columns, null, false, context);
  return liveBids(context).filter((bid) => meets(bid, terms, searched, context));
}

/** A fleet file names its scripts relative to itself. @throws {CommandFailure} for a folder elsewhere. */
function folderBelow(written: string): string {
  const folder = normalize(written).replace(/\/+$/, '');
  if (written === '' || folder === '.' || isAbsolute(folder) || /^(?:\.\.|~)(?:\/|$)/.test(folder))
    throw new CommandFailure(
      EXIT.usage,
      `${written} is not a folder below the present one.`,
      'Give one, such as scripts.',
    );
  return folder;
}

/**
 * Names script files after bids, in plain letters only: names come from a service. Scripts with hidden characters stay
 * in the file.
 */
function createFileNames(folder: string | null) {
  const files = new Map<string, string>();
  const nameFor = (name: string, script: string): string | null => {
    if (folder === null || script.split('\n').length <= FEW_LINES + 1 || printableBlock(script) !== script) return null;
    const plain =
      name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '')
        .slice(0, 60) || 'script';
    let path = `${folder}/${plain}.sh`;
    for (let n = 2; files.has(path); n += 1) path = `${folder}/${plain}-${n}.sh`;
    files.set(path, script);
    return path;
  };
  return { nameFor, all: (): ReadonlyMap<string, string> => files };
}

/** @throws {CommandFailure} when a link leads the folder out of the present one. */
async function requireBelow(folder: string): Promise<void> {
  // Missing folders are made inside their nearest existing parent.
  for (let path = folder; path !== '.'; path = dirname(path)) {
    const real = await realpath(inHome(path)).catch(() => null);
    if (real === null) continue;
    if (isInFolder(real, await realpath(inHome('.')))) return;
    throw new CommandFailure(EXIT.usage, `${path} is a link out of the present folder, so nothing was written there.`);
  }
}

/** Saves scripts in new private files; an equal file stays. @throws {CommandFailure} */
async function saveScripts(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await requireBelow(folder);
  try {
    makeFolder(inHome(folder));
  } catch (error) {
    throw new CommandFailure(EXIT.refused, `${folder} could not be made: ${describeError(error)}.`);
  }
  for (const [path, script] of files) {
    const there = await readText(path);
    if (there.ok && there.value === script) continue;
    const saved = await saveFile(path, script);
    if (!saved.ok)
      throw new CommandFailure(EXIT.refused, saved.error, 'Take the old one away, or give another folder.');
  }
}
