import type { RunningConsole, ShownRuntime } from '../../app/runtime-part.ts';
import type { RunningPart } from '../../command/feature.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { describeError } from '../../lib/os-error.ts';
import type { Tone } from '../../resources/cell.ts';
import type { RemotePort } from '../../store/controller.ts';
import { CommandFailure } from '../../system/exit.ts';
import { type RotationDialog, rotationChanged } from './rotation.ts';
import { rotateFrom } from './work/rotate-from.ts';

/** Rotates the key in use from a console. */
export const running: RunningPart = {
  console: (parts) => {
    const { stop, ...remote } = createRotating(parts);
    return { remote, behind: () => stop };
  },
};

declare module '../../store/controller.ts' {
  interface RemotePort {
    /** Rotates the API key in use, in the dialog that is open for it, and answers its questions. */
    readonly rotateKey?: () => void;
    readonly answerRotation?: (yes: boolean) => void;
  }
}

/** Rotates the key in use in the dialog that is open for it. `stop` lets a rotation end at its next question. */
function createRotating({ store, runtime }: Pick<RunningConsole, 'store' | 'runtime'>): Required<
  Pick<RemotePort, 'rotateKey' | 'answerRotation'>
> & {
  readonly stop: () => void;
} {
  let answer: (yes: boolean) => void = () => undefined;
  let isRunning = false;
  const change = (to: (dialog: RotationDialog) => RotationDialog): void =>
    store.setState(rotationChanged(store.getState(), to), true);
  const say = (text: string, tone: Tone = 'plain'): void =>
    change((dialog) => ({ ...dialog, lines: [...dialog.lines, { text, tone }] }));
  const ask = ({ lines }: { readonly lines: readonly string[] }): Promise<boolean> =>
    new Promise((resolve) => {
      // The operator has closed the dialog.
      if (!store.getState().dialogs.some(({ kind }) => kind === 'rotation')) resolve(false);
      answer = resolve;
      change((dialog) => ({ ...dialog, step: { kind: 'asking', lines } }));
    });

  const run = async (own: ShownRuntime, kept: ResolvedSettings): Promise<void> => {
    const end = await rotateFrom(kept, own.token(), {
      ask,
      say,
      onSwapped: (token) => {
        if (runtime() === own) own.remote.signIn(token);
      },
    });
    if (end.kind === 'declined') say('Nothing more was done. The old key still works.');
  };

  const rotate = async (): Promise<void> => {
    const own = runtime();
    const { kept } = own.profile();
    const isFirst = !isRunning;
    isRunning = true;
    try {
      if (!isFirst) say('A rotation is still under way here. Try again once it has ended.', 'warn');
      else if (kept === null) say('The token of this console is kept nowhere, so its key is not rotated here.', 'warn');
      else await run(own, kept);
    } catch (error) {
      if (error instanceof CommandFailure)
        for (const [n, line] of error.lines.entries()) say(line, n === 0 ? 'bad' : 'plain');
      else say(`The rotation stopped: ${describeError(error)}. Start it again to continue.`, 'bad');
    }
    change((dialog) => ({ ...dialog, step: { kind: 'ended' } }));
    if (isFirst) isRunning = false;
    own.remote.pollNow();
  };
  return { rotateKey: () => void rotate(), answerRotation: (yes) => answer(yes), stop: () => answer(false) };
}
