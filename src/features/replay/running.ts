import type { RunningConsole } from '../../app/runtime-part.ts';
import type { RunningPart } from '../../command/feature.ts';
import { showNotice } from '../../store/activity.ts';
import { keyNamed } from '../../store/key-names.ts';
import { header } from './header.ts';
import { record } from './recording/record.ts';
import { openRecording, type RecordingFile } from './recording/recording-file.ts';

/** Whether a recording is made or shown stays when another project or profile is. */
export const running: RunningPart = {
  state: {
    kept: ['recording', 'replay'],
    header,
    pausedBy: (state) => `press ${keyNamed(state, 'replay-pause', '.')} to pause it.`,
  },
  console: (parts) => {
    const { record: path } = parts.given;
    if (typeof path !== 'string') return {};
    const file = openRecording(path);
    return {
      begun: (state) => ({ ...state, recording: true }),
      behind: () => recordTo(file, parts),
      lines: () => {
        const ended = file.ended();
        return ended === null ? [] : [ended];
      },
    };
  },
};

/** Records to a file. The function that ends this waits until everything is written. */
function recordTo(file: RecordingFile, { store, clock, runtime }: RunningConsole): () => Promise<void> {
  const full = (sentence: string): void =>
    store.setState(showNotice({ ...store.getState(), recording: false }, sentence, 'warn'), true);
  const stop = record({ store, recording: file.begin(full), now: clock.now, token: () => runtime().token() });
  return () => {
    stop();
    return file.written();
  };
}
