import type { RunningConsole } from '../../../app/runtime-part.ts';
import type { Cancel } from '../../../lib/clock.ts';
import { describeError } from '../../../lib/os-error.ts';
import { serviceLists } from '../../../resources/index.ts';
import { showNotice } from '../../../store/activity.ts';
import { isFirstRun } from '../../../store/dialogs/dialog-stack.ts';
import { type ConnectionState, type ConsoleState, projectsOf } from '../../../store/state.ts';
import { record } from '../recording/record.ts';
import { past } from '../settings.ts';
import { openPastFolder, type PartFile, type PastFile, type PastFolder, pastFolder, pastPlace } from './folder.ts';

const WRITE_MS = 1000;

/** Few lines make seeking fast; large lists, written whole at the beginning, allow more. */
const LINES = 1000;
const MOST_TIMES = 6;
const MEGABYTE = 1024 * 1024;

/** Bounds of the starting states held in memory. */
const MOST_KNOWN = 24;
const MAX_KNOWN_BYTES = 32_000_000;
/** Of a step in a bid's history, at most. */
const STEP_BYTES = 40;

/** State that a part does not repeat. */
export type Known = Pick<ConsoleState, 'samples' | 'runHistory' | 'preempting'>;

/**
 * `known` is the state before it, null once dropped; nothing else happened before `until`, null if unknown. In
 * milliseconds since 1970.
 */
export type PastPart = PastFile & {
  readonly isOwn: boolean;
  readonly known: Known | null;
  readonly until: number | null;
};

type Part = {
  readonly file: PartFile;
  readonly connected: ConnectionState;
  readonly stop: () => void;
  lines: number;
  bytes: number;
  /** Bytes of its beginning. */
  first: number;
};

type Keeping = Pick<RunningConsole, 'store' | 'clock' | 'runtime'> & { readonly folder: PastFolder };

export type Keeper = {
  /** Of the shown place, oldest first, written up to now. */
  readonly parts: () => Promise<readonly PastPart[]>;
  /** A sentence; null while the past is kept. */
  readonly problem: () => string | null;
  /** Resolves once everything is written. */
  readonly stop: () => Promise<void>;
};

/** Whether two connections show the same rows. */
export const samePlace = (a: ConnectionState, b: ConnectionState): boolean =>
  a.profile === b.profile && a.origin === b.origin && projectsOf(a).join('\n') === projectsOf(b).join('\n');

/** Keeps the screen's lists in files that begin whole, so that each can be shown alone. */
export function keepPast({ store, clock, runtime, folder }: Keeping): Keeper {
  let part: Part | null = null;
  let problem: string | null = null;
  let waiting = '';
  let writing: Promise<unknown> = Promise.resolve();
  let cancelWrite: Cancel | null = null;
  let cancelTurn: Cancel = () => undefined;
  const own = new Map<string, PastPart>();
  /** Parts of a market in memory, gone with this console. */
  const passing = new Set<PastFile>();

  const inTurn = (act: () => unknown): void => {
    writing = writing.then(act).catch(failed);
  };
  const write = (): void => {
    cancelWrite?.();
    cancelWrite = null;
    const text = waiting;
    const file = part?.file;
    waiting = '';
    if (text === '' || file === undefined) return;
    inTurn(() => (problem === null ? file.write(text) : undefined));
  };
  const end = (): void => {
    if (part === null) return;
    const { stop, file } = part;
    stop();
    const mine = own.get(file.path);
    if (mine !== undefined) own.set(file.path, { ...mine, until: clock.now() });
    write();
    part = null;
    cancelTurn();
    inTurn(file.close);
  };
  const failed = (error: unknown): void => {
    if (problem !== null) return;
    problem = `The past is no longer kept: ${folder.folder} can't be written: ${describeError(error)}.`;
    end();
    store.setState(showNotice(store.getState(), problem, 'warn'), true);
  };

  const append = (line: string): boolean => {
    waiting += line;
    if (part !== null) {
      part.lines += 1;
      part.bytes += line.length;
      if (isFull(part)) {
        cancelTurn();
        // Later, since the lists of one change belong together.
        cancelTurn = clock.after(0, () => {
          end();
          follow(store.getState());
        });
      }
    }
    cancelWrite ??= clock.after(WRITE_MS, write);
    return true;
  };

  const begin = (state: ConsoleState): void => {
    const { connected, samples, runHistory, preempting } = state;
    const { service, path, fresh } = runtime().profile().storage;
    const place = pastPlace(service, projectsOf(connected));
    const isFirst = own.size === 0;
    try {
      const from = clock.now();
      // The beginning has one time.
      let now = (): number => from;
      const file = folder.create(place, from, clock.now);
      own.set(file.path, { ...partOf(file), isOwn: true, until: null, known: { samples, runHistory, preempting } });
      for (const old of beyondBounds([...own.values()])) own.set(old.path, { ...old, known: null });
      if (path === ':memory:') passing.add(file);
      const recorded = { store, recording: { append }, now: () => now(), token: () => runtime().token() };
      part = { file, connected, stop: record({ ...recorded, fromNow: true }), lines: 0, bytes: 0, first: 0 };
      part.first = waiting.length;
      now = clock.now;
      if (isFirst && fresh)
        inTurn(async () => folder.remove((await folder.of(place)).filter((other) => !own.has(other.path))));
    } catch (error) {
      failed(error);
    }
  };

  const follow = (state: ConsoleState): void => {
    if (part !== null && part.connected !== state.connected) {
      if (!past.in(state.connected.own) || !samePlace(part.connected, state.connected)) end();
      else part = { ...part, connected: state.connected };
    }
    if (part !== null || problem !== null || isFirstRun(state) || !past.in(state.connected.own)) return;
    if (isRead(state)) begin(state);
  };

  const unfollow = store.subscribe((state, before) => {
    if (part === null || state.connected !== before.connected) follow(state);
  });
  follow(store.getState());

  return {
    parts: async () => {
      write();
      await writing;
      const { service, path } = runtime().profile().storage;
      const files = await folder.of(pastPlace(service, projectsOf(store.getState().connected)));
      // A market in memory is another one in each console.
      const known = path === ':memory:' ? files.filter((file) => own.has(file.path)) : files;
      return known.map((file) => {
        const mine = own.get(file.path);
        if (mine === undefined) return { ...partOf(file), isOwn: false, known: null, until: null };
        return part?.file.path === file.path ? { ...mine, until: clock.now() } : mine;
      });
    },
    problem: () => problem,
    stop: async () => {
      unfollow();
      end();
      await writing;
      await folder.remove([...passing]);
    },
  };
}

const isRead = ({ lists }: ConsoleState): boolean =>
  serviceLists.every((name) => lists[name].fetchedAt !== null || lists[name].failure !== null) &&
  serviceLists.some((name) => lists[name].fetchedAt !== null);

/** The oldest parts whose starting states exceed the bounds. */
export function beyondBounds(parts: readonly PastPart[], maxBytes = MAX_KNOWN_BYTES): readonly PastPart[] {
  const held = parts.filter(({ known }) => known !== null);
  let bytes = 0;
  const last = held.findLastIndex(({ known }) => {
    bytes += known === null ? 0 : bytesOfKnown(known);
    return bytes > maxBytes;
  });
  return held.slice(0, Math.max(last + 1, held.length - MOST_KNOWN));
}

function bytesOfKnown({ samples, runHistory, preempting }: Known): number {
  const steps = [...runHistory.byBid.values()].reduce((sum, of) => sum + 1 + of.length, 0);
  return STEP_BYTES * (steps + samples.length + preempting.size);
}

const partOf = ({ path, from }: PastFile): PastFile => ({ path, from });

/** Whether the next part begins: many lines, or twice the bytes of its beginning. */
function isFull({ lines, bytes, first }: Part): boolean {
  const times = Math.min(MOST_TIMES, 1 + first / MEGABYTE);
  return lines >= LINES * times || bytes > first + 4 * MEGABYTE;
}

export const keepPastOf = (parts: RunningConsole): Keeper =>
  keepPast({ ...parts, folder: openPastFolder(pastFolder()) });
