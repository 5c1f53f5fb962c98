import { type ResolvedSettings, sourceInUse } from '../../../config/profile.ts';
import { tokenFrom } from '../../../config/token.ts';
import type { AsyncJournal } from '../../../journal/async-journal.ts';
import { withRotation } from './open.ts';
import { rotateKey } from './rotate.ts';
import type { RotationEnd, RotationWork } from './rotation-work.ts';
import { stopped } from './situation.ts';

type Operator = Pick<RotationWork, 'ask' | 'say' | 'onSwapped'>;

/** Rotates the key of a running console, which is signed in with `token`. @throws {CommandFailure} */
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
