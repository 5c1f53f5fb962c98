import type { RunningConsole } from '../../app/runtime-part.ts';
import type { RunningPart } from '../../command/feature.ts';
import { showNotice } from '../../store/activity.ts';
import type { Badge, OwnHeader } from '../../store/header-order.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import { ago, replayClock, replayOf, replayTime } from './clock.ts';
import { type Keeper, keepPastOf } from './past/keeper.ts';
import type { Past } from './past/past.ts';
import { record } from './recording/record.ts';
import { openRecording, type RecordingFile } from './recording/recording-file.ts';
import { past } from './settings.ts';

/** The recording sign, and the shown time instead of the connection. */
const header: OwnHeader = {
  badges: (state) => [
    ...(isRecorded(state) ? [{ short: 'REC', long: 'REC', tone: 'accent' as const }] : []),
    ...badgesOf(state),
  ],
  status: (state, { text, medium, brief, tone }) => {
    const replay = replayOf(state);
    if (replay === null) return null;
    const isBad = tone === 'bad';
    const clock = replayClock(state, replay);
    const { pastOf, now } = state;
    const time = pastOf === undefined ? replayTime(state, replay) : `${clock}, ${ago(pastOf - now)}`;
    return {
      text: `${time}${isBad ? `, ${text}` : ''}`,
      medium: `${pastOf === undefined ? clock : time}${isBad ? ` ${medium}` : ''}`,
      brief: `${clock}${isBad ? ` ${brief}` : ''}`,
      tone: isBad ? 'bad' : pastOf === undefined ? 'accent' : 'warn',
    };
  },
};

/** Recordings go on when another project or profile is shown. */
export const running: RunningPart = {
  state: {
    kept: ['recording', 'replay'],
    header,
    pausedBy: (state) => `press ${keyNamed(state, 'replay-pause', '.')} to pause it.`,
  },
  console: (parts) => {
    const { record: path } = parts.given;
    const kept = pastOf(parts);
    if (typeof path !== 'string') return kept;
    const file = openRecording(path);
    return {
      ...kept,
      begun: (state) => ({ ...state, recording: true }),
      behind: () => {
        const ends = [kept.behind(), recordTo(file, parts)];
        return async () => void (await Promise.all(ends.map((end) => end())));
      },
      lines: () => {
        const ended = file.ended();
        return ended === null ? [] : [ended];
      },
    };
  },
};

/** Returns what ends it, once everything is written. */
function recordTo(file: RecordingFile, { store, clock, runtime }: RunningConsole): () => Promise<void> {
  const full = (sentence: string): void =>
    store.setState(showNotice({ ...store.getState(), recording: false }, sentence, 'warn'), true);
  const stop = record({ store, recording: file.begin(full), now: clock.now, token: () => runtime().token() });
  return () => {
    stop();
    return file.written();
  };
}

/** Keeps the past, and shows it. */
function pastOf(parts: RunningConsole) {
  const { store, clock } = parts;
  let keeper: Keeper | null = null;
  let shown: Promise<Past> | null = null;
  const begin = (): void => {
    keeper = keepPastOf(parts);
  };
  const opened = async (kept: Keeper): Promise<Past> => {
    const { createPast } = await import('./past/past.ts');
    return createPast({ ...parts, keeper: kept });
  };
  return {
    remote: {
      toPast: (ago: number): void => {
        const why = past.in(store.getState().connected.own)
          ? NOTHING_YET
          : 'The past is not kept: the setting past is false.';
        if (keeper === null || why !== NOTHING_YET) store.setState(showNotice(store.getState(), why, 'warn'), true);
        else {
          shown ??= opened(keeper);
          void shown.then(({ open }) => open(ago));
        }
      },
    },
    behind: () => {
      const cancel = clock.after(START_MS, begin);
      return async () => {
        cancel();
        (await shown)?.close();
        await keeper?.stop();
      };
    },
  };
}

/** The first rows come before keeping, in milliseconds. */
const START_MS = 2000;

const NOTHING_YET = 'Nothing of the past is kept yet.';

function badgesOf(state: ConsoleState): readonly Badge[] {
  if (replayOf(state) === null) return [];
  const word = state.pastOf === undefined ? 'REPLAY' : 'PAST';
  return [{ short: word, long: word, tone: 'warn' }];
}

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly recording?: boolean;
  }
}

const isRecorded = ({ recording = false }: Pick<ConsoleState, 'recording'>): boolean => recording;
