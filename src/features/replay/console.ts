import { createStore } from 'zustand/vanilla';
import { createTerminal } from '../../app/attach-terminal.ts';
import { resolveKeyOverrides } from '../../app/check-keys.ts';
import { glyphsFor, isForScreenReader } from '../../app/options.ts';
import { exitCode, runParts } from '../../app/parts.ts';
import type { Settings } from '../../config/settings.ts';
import type { Controller } from '../../store/controller.ts';
import { NOWHERE, startState } from '../../store/start-state.ts';
import type { ConsoleState, Features } from '../../store/state.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';
import { system } from '../../system/system.ts';
import { coloursOf, type Environment, hasTerminal } from '../../system/terminal.ts';
import { createPlayer } from './player.ts';
import { recordingIn } from './recording/read.ts';
import { firstTime } from './recording/timeline.ts';

/** `spotdeck replay FILE`. Without a client no request leaves, and nothing is written. */
export async function replay(
  features: Features,
  path: string,
  speed: number,
  settings: Settings,
  environment: Environment,
): Promise<number> {
  const recording = recordingIn(path);
  if (!hasTerminal())
    throw new CommandFailure(EXIT.usage, 'A recording is shown on a terminal, and there is none here.');
  const { clock } = system();
  const { columns, rows } = system().output;
  const screenReader = isForScreenReader(settings, environment);
  const glyphs = glyphsFor({ ascii: settings.ascii, screenReader }, environment);
  const store = createStore<ConsoleState>(() => ({
    ...startState(
      features,
      { ...NOWHERE, profile: 'recording' },
      glyphs,
      { columns, rows },
      firstTime(recording.entries),
    ),
    zoomed: screenReader,
    keyOverrides: resolveKeyOverrides(features, { keyOverrides: settings.keys, whereIs: settings.whereIs }),
    theme: settings.theme,
  }));
  const player = createPlayer({ store, clock, recording });
  const terminal = createTerminal(coloursOf(environment), { mouse: settings.mouse, screenReader });
  const controller: Controller = {
    store,
    terminal: terminal.ports,
    remote: null,
    journal: null,
    recorded: { rowEvents: async ({ fid }) => player.rowEvents(fid) },
    replay: player.moving,
    firstRun: null,
  };
  const end = await runParts(
    [
      { start: () => terminal.start(controller), stop: terminal.stop },
      { start: () => player.start(speed), stop: player.stop },
    ],
    terminal.ended,
  );
  return exitCode(end);
}
