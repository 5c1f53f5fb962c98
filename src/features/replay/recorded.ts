import type { RecordedConsole } from '../../command/recorded.ts';
import { asciiGlyphs } from '../../resources/glyphs.ts';
import type { Features } from '../../store/features.ts';
import { NOWHERE, startState } from '../../store/start-state.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Recording } from './recording/read.ts';
import { recordingIn } from './recording/recording.ts';
import { createTimeline, firstTime } from './recording/timeline.ts';

/** Size of a screen that nobody sees. */
const SIZE = { columns: 80, rows: 24 };

/** Reads a recording for a command. @throws {CommandFailure} when the file is no recording, or one that this version can't read. */
export const recordedIn = (features: Features, file: string): RecordedConsole =>
  recordedOf(features, recordingIn(file));

/** The states of a recording, found as a console finds them. */
export function recordedOf(features: Features, recording: Recording): RecordedConsole {
  const start = startState(features, NOWHERE, asciiGlyphs, SIZE, firstTime(recording.entries));
  return { flaw: recording.flaw, start, steps: stepsOf(recording, start) };
}

function* stepsOf(recording: Recording, start: ConsoleState): Generator<{ state: ConsoleState; isOther: boolean }> {
  const timeline = createTimeline(recording, start);
  try {
    let position = timeline.beginning;
    for (let next = timeline.step(position); next !== null; next = timeline.step(next)) {
      const isOther = next.place !== position.place;
      position = next;
      yield { state: next.state, isOther };
    }
  } finally {
    timeline.end();
    recording.close();
  }
}
