import type { RunningConsole, RuntimeAccess, ShownRuntime } from '../../app/runtime-part.ts';
import type { RunningPart } from '../../command/feature.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { replaceableSource } from '../../config/source-in-use.ts';
import { tokenFrom } from '../../config/token.ts';
import type { Cancel } from '../../lib/clock.ts';
import { describeError } from '../../lib/os-error.ts';
import type { Tone } from '../../resources/cell.ts';
import { isSignedOut } from '../../store/access.ts';
import { showNotice } from '../../store/activity.ts';
import type { RemotePort } from '../../store/controller.ts';
import { CommandFailure } from '../../system/exit.ts';
import { type RotationDialog, rotationChanged } from './rotation.ts';
import { rotateFrom } from './work/rotate-from.ts';

/** Rotates the key in use from a console, and signs in with the key that another program has rotated to. */
export const running: RunningPart = {
  runtime: { reads: (parts) => ({ stop: renewToken(parts) }) },
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

/** Time between two looks for another token while the service refuses the one in use, in milliseconds. */
const LOOK_MS = 10_000;

/**
 * Signs in with the token that the profile keeps, once the service refuses the one in use: another program may have rotated the key.
 * While it is refused, looks again and again, and tells the operator what was found. Returns the function that stops it.
 */
function renewToken({ store, profile, token, signIn, report }: RuntimeAccess): Cancel {
  let stopped = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let failure = '';
  const tell = (sentence: string, tone?: 'bad'): void =>
    report({ line: sentence, added: (state) => state, shown: (state) => showNotice(state, sentence, tone) });
  const renew = async (): Promise<void> => {
    const { kept } = profile();
    const before = token();
    const source = replaceableSource(kept);
    if (kept === null || before === null || source === null) return;
    const found = await tokenFrom(source, kept.from.environment, 'drawn-on');
    if (stopped || token() !== before || found === null || found === before) return;
    signIn(found);
    tell('The key of this profile was replaced; signed in with the new one.');
  };
  const unsubscribe = store.subscribe((state) => {
    if (!isSignedOut(state)) {
      lookedAt = Number.NEGATIVE_INFINITY;
      return;
    }
    if (Math.abs(state.now - lookedAt) < LOOK_MS) return;
    lookedAt = state.now;
    renew().catch((error: unknown) => {
      // The list's own error was told already; the reason why its token can't be read belongs to it.
      if (stopped || !(error instanceof CommandFailure) || error.message === failure) return;
      failure = error.message;
      tell(error.message, 'bad');
    });
  });
  return () => {
    stopped = true;
    unsubscribe();
  };
}
