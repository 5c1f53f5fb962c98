import { stat } from 'node:fs/promises';
import type { OwnReads, RuntimeAccess } from '../../../app/runtime-part.ts';
import { CommandFailure } from '../../../system/exit.ts';
import { readFleetFile } from '../file/read-file.ts';
import { fleetPathOf } from '../fleet-path.ts';
import { compareRows } from './compare-rows.ts';
import { type KnownFleet, knownFleetOf } from './known-fleet.ts';

/** Time between two looks whether the file has changed, in milliseconds. */
const LOOK_MS = 2_000;

/** What tells a file from what it was before; a missing one has a text, too. */
async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    // Why it can't be read is said when it is read.
    return 'not there';
  }
}

async function areSame(files: ReadonlyMap<string, string>): Promise<boolean> {
  for (const [path, version] of files) if ((await versionOf(path)) !== version) return false;
  return true;
}

async function knownIn(path: string, token: string | null, onScript: (path: string) => void): Promise<KnownFleet> {
  try {
    const { file, text } = await readFleetFile(path, token, onScript);
    return { kind: 'read', path, compare: compareRows, file, text };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { kind: 'wrong', path, lines: error.lines };
  }
}

/** Reads the fleet file of the profile, and again when it or a script beside it has changed. */
export function followFile({ program, store, change, clock, profile, environment, token }: RuntimeAccess): OwnReads {
  if (!program.screen) return {};
  let stopped = false;
  let isLooking = false;
  /** The files that were read last, and as which versions. */
  let read: { readonly path: string; readonly files: ReadonlyMap<string, string> } | null = null;

  const show = (knownFleet: KnownFleet): void => {
    if (!stopped) change((state) => ({ ...state, knownFleet }));
  };
  const readNow = async (path: string): Promise<void> => {
    // Each is looked at before it is read: a later change is seen by the next look.
    const version = await versionOf(path);
    const scripts = new Map<string, Promise<string>>();
    const known = await knownIn(path, token(), (script) => void scripts.set(script, versionOf(script)));
    const files = new Map([[path, version]]);
    for (const [script, scriptVersion] of scripts) files.set(script, await scriptVersion);
    read = { path, files };
    show(known);
  };
  const look = async (): Promise<void> => {
    const path = fleetPathOf(profile().own, environment);
    if (path === null) {
      read = null;
      if (knownFleetOf(store.getState()).kind !== 'none') show({ kind: 'none' });
      return;
    }
    if (read?.path === path && (await areSame(read.files))) return;
    if (read?.path !== path) show({ kind: 'reading', path });
    await readNow(path);
  };
  let stopWaiting = (): void => undefined;
  const lookOn = async (): Promise<void> => {
    stopWaiting();
    if (isLooking || stopped) return;
    isLooking = true;
    await look();
    isLooking = false;
    if (!stopped) stopWaiting = clock.after(LOOK_MS, () => void lookOn());
  };
  void lookOn();
  return {
    again: () => void lookOn(),
    stop: () => {
      stopped = true;
      stopWaiting();
    },
  };
}
