import { createStore, type StoreApi } from 'zustand/vanilla';
import { createPlayer } from '../../../src/features/replay/player.ts';
import {
  type RecordEntry,
  type Recording,
  readRecording,
  sourceOf,
} from '../../../src/features/replay/recording/read.ts';
import { record } from '../../../src/features/replay/recording/record.ts';
import { firstTime } from '../../../src/features/replay/recording/timeline.ts';
import { unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { startState } from '../../../src/store/start-state.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { type HandClock, handClock, NOON } from '../../store/hand-clock.ts';
import { connected } from '../../store/made.ts';

export const SIZE = { columns: 160, rows: 45 };

export type RecordedRun = {
  readonly store: StoreApi<ConsoleState>;
  /** In milliseconds after noon. */
  readonly at: (ms: number, transition: (state: ConsoleState, now: number) => ConsoleState) => void;
  readonly text: () => string;
};

export function recordRun(token: string | null = null): RecordedRun {
  const store = createStore<ConsoleState>(() => startState(loadedFeatures, connected, unicodeGlyphs, SIZE, NOON));
  let text = '';
  let now = NOON;
  record({
    store,
    recording: {
      append: (line) => {
        text += line;
        return true;
      },
    },
    now: () => now,
    token: () => token,
  });
  return {
    store,
    at: (ms, transition) => {
      now = NOON + ms;
      store.setState(transition({ ...store.getState(), now }, now), true);
    },
    text: () => text,
  };
}

/** @throws when it can't be read. */
export function recordingIn(text: string): Recording {
  const read = readRecording(sourceOf(Buffer.from(text)));
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

export const entriesOf = ({ entries }: Recording): readonly RecordEntry[] =>
  entries.times.flatMap((_, n) => entries.at(n) ?? []);

export type Watching = {
  readonly state: () => ConsoleState;
  readonly store: StoreApi<ConsoleState>;
  readonly clock: HandClock;
  readonly player: ReturnType<typeof createPlayer>;
  /** In milliseconds after noon. */
  readonly shows: () => number;
};

export function watching(text: string, speed = 1): Watching {
  const recording = recordingIn(text);
  const store = createStore<ConsoleState>(() =>
    startState(loadedFeatures, connected, unicodeGlyphs, SIZE, firstTime(recording.entries)),
  );
  const clock = handClock();
  const player = createPlayer({ store, clock, recording });
  player.start(speed);
  return { state: () => store.getState(), store, clock, player, shows: () => store.getState().now - NOON };
}
