import { stat } from 'node:fs/promises';
import type { OwnReads, RuntimeAccess } from '../../../app/runtime-part.ts';
import type { Follower, FollowerAccess } from '../../../store/journal-sync.ts';
import { CommandFailure } from '../../../system/exit.ts';
import type { PausedByRules } from '../../rules/paused-by-rules.ts';
import { pausedByRulesIn } from '../../rules/rule-reader.ts';
import { fleetPathOf, readFleetFile } from '../file/read-file.ts';
import { compareRows } from './compare-rows.ts';
import { type KnownFleet, knownFleetOf } from './known-fleet.ts';

const FILE_LOOK_MS = 2_000;

async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    // Reading it tells why.
    return 'not there';
  }
}

async function areSame(files: ReadonlyMap<string, string>): Promise<boolean> {
  for (const [path, version] of files) if ((await versionOf(path)) !== version) return false;
  return true;
}

async function knownIn(path: string, token: string | null, onScript: (path: string) => void): Promise<KnownFleet> {
  try {
    const { file } = await readFleetFile(path, token, onScript);
    return { kind: 'read', path, compare: compareRows, file };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { kind: 'wrong', path, lines: error.lines };
  }
}

/** Reads the fleet file of the profile, and again when it or one of its scripts changes. */
export function followFile({ program, store, change, clock, profile, environment, token }: RuntimeAccess): OwnReads {
  if (!program.screen) return {};
  let stopped = false;
  let isLooking = false;
  let read: { readonly path: string; readonly files: ReadonlyMap<string, string> } | null = null;

  const show = (knownFleet: KnownFleet): void => {
    if (!stopped) change((state) => ({ ...state, knownFleet }));
  };
  const readNow = async (path: string): Promise<void> => {
    // Stat before reading: the next look sees a later change.
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
    if (!stopped) stopWaiting = clock.after(FILE_LOOK_MS, () => void lookOn());
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

const PAUSES_LOOK_MS = 1_000;

/** Follows the pauses of rules while there is a fleet file. */
export function followPauses(
  { scope }: Pick<RuntimeAccess, 'scope'>,
  { store, change, journal }: Pick<FollowerAccess, 'store' | 'change' | 'journal'>,
): Follower {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isReading = false;
  /** Answers to questions from before the last `begin` are dropped. */
  let begun = 0;

  const read = async (): Promise<void> => {
    const from = begun;
    isReading = true;
    const paused = await pausedByRulesIn(journal, scope());
    isReading = false;
    if (from !== begun) return look();
    const pausedByRules = journal.status().warning ?? paused;
    const before = store.getState().pausedByRules;
    if (pausedByRules === null || JSON.stringify(plain(pausedByRules)) === JSON.stringify(plain(before))) return;
    change((state) => ({ ...state, pausedByRules }));
  };
  const look = (): void => {
    const { now, ...state } = store.getState();
    // Called on every change of state.
    if (isReading || knownFleetOf(state).kind === 'none' || Math.abs(now - lookedAt) < PAUSES_LOOK_MS) return;
    lookedAt = now;
    void read();
  };
  return {
    begin: () => {
      lookedAt = Number.NEGATIVE_INFINITY;
      begun += 1;
      // Nothing is compared until it is known.
      change(({ pausedByRules: _, ...state }) => state);
      look();
    },
    caughtUp: look,
    finish: () => {
      begun += 1;
    },
  };
}

const plain = (known: PausedByRules | string | undefined): unknown => (known instanceof Map ? [...known] : known);
