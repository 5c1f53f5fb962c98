import type { RunningConsole, ShownRuntime } from '../../app/runtime-part.ts';
import type { RunningPart } from '../../command/feature.ts';
import { type ResolvedSettings, sourceInUse } from '../../config/profile.ts';
import { tokenFrom } from '../../config/token.ts';
import type { AsyncJournal } from '../../journal/async-journal.ts';
import { describeError } from '../../lib/os-error.ts';
import type { Tone } from '../../resources/cell.ts';
import type { RemotePort } from '../../store/controller.ts';
import { CommandFailure } from '../../system/exit.ts';
import { type RotationDialog, rotationChanged } from './rotation.ts';
import { withRotation } from './work/open.ts';
import { rotateKey } from './work/rotate.ts';
import type { RotationEnd, RotationWork } from './work/rotation-work.ts';
import { stopped } from './work/situation.ts';

export const running: RunningPart = {
  console: (parts) => {
    const { stop, ...remote } = createRotating(parts);
    return { remote, behind: () => stop };
  },
  runtime: { journal: (_, rotations) => ({ rotations }) },
};

declare module '../../store/controller.ts' {
  interface RemotePort {
    readonly rotateKey?: () => void;
    readonly answerRotation?: (yes: boolean) => void;
  }
  interface JournalPort {
    /** The journal that records rotations. */
    readonly rotations?: AsyncJournal;
  }
}

/** `stop` ends a rotation at its next question. */
function createRotating({
  store,
  runtime,
  controller,
}: Pick<RunningConsole, 'store' | 'runtime' | 'controller'>): Required<
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
      // The operator closed the dialog.
      if (!store.getState().dialogs.some(({ kind }) => kind === 'rotation')) resolve(false);
      answer = resolve;
      change((dialog) => ({ ...dialog, step: { kind: 'asking', lines } }));
    });

  /** The journal opens after the first lists. Null when the profile changed or the dialog closed before. */
  const journalOnceOpen = (own: ShownRuntime): Promise<AsyncJournal | null> =>
    new Promise((resolve) => {
      const look = (): boolean => {
        const isMeant = runtime() === own && store.getState().dialogs.some(({ kind }) => kind === 'rotation');
        const journal = isMeant ? controller().journal?.rotations : null;
        if (journal !== undefined) resolve(journal);
        return journal !== undefined;
      };
      if (look()) return;
      const stop = store.subscribe(() => {
        if (look()) stop();
      });
    });

  const run = async (own: ShownRuntime, kept: ResolvedSettings): Promise<void> => {
    const journal = await journalOnceOpen(own);
    if (journal === null) return say('Another profile is shown by now, so nothing was done.', 'warn');
    const operator = {
      ask,
      say,
      onSwapped: (token: string) => {
        if (runtime() === own) own.remote.signIn(token);
      },
    };
    const end = await rotateFrom(kept, own.token(), operator, journal);
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

type Operator = Pick<RotationWork, 'ask' | 'say' | 'onSwapped'>;

/** Rotates the key of a console signed in with `token`. @throws {CommandFailure} */
export async function rotateFrom(
  resolved: ResolvedSettings,
  token: string | null,
  operator: Operator,
  journal: AsyncJournal,
): Promise<RotationEnd> {
  const source = sourceInUse(resolved);
  const isWritten = source?.kind === 'file' || source?.kind === 'keyring';
  const inPlace = isWritten ? await tokenFrom(source, resolved.from.environment, 'drawn-on') : resolved.settings.token;
  if (inPlace !== token)
    throw stopped(
      'This console is signed in with another token than the one that its profile keeps.',
      'Start it again, or rotate with: spotdeck api-key rotate',
    );
  const settings = { ...resolved.settings, token };
  const options = { keepOld: false, expires: null, save: null };
  return withRotation(
    { ...resolved, settings },
    options,
    operator,
    () => ({ journal, close: () => undefined }),
    rotateKey,
  );
}
