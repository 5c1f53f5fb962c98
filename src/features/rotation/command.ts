import { inLines, type Printing, printRows } from '../../command/format.ts';
import { identity, list, type Shape, text } from '../../command/json.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { openJournal } from '../../journal/journal.ts';
import { sameThread } from '../../journal/same-thread.ts';
import { EXPIRY_HINT, expiry, isPast } from '../../resources/api-key-actions.ts';
import { serviceResources } from '../../resources/index.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../system/exit.ts';
import { ask as askOnTerminal, asksOnTerminal, Unanswered } from '../../system/prompt.ts';
import { writeErrorLine, writeErrorLines, writeLine } from '../../system/streams.ts';
import { system } from '../../system/system.ts';
import { giveUpRotation } from './work/give-up.ts';
import { type RotationJournal, withRotation } from './work/open.ts';
import { rotateKey } from './work/rotate.ts';
import type { RotationEnd, RotationOptions, RotationQuestion } from './work/rotation-work.ts';

type Options = Pick<RotationOptions, 'keepOld' | 'save'> &
  Printing & {
    readonly yes: boolean;
    readonly abort: boolean;
    readonly expires: string | null;
  };

const NOTHING_MORE = 'Nothing more was done. The old key still works.';

/** `spotdeck api-key rotate`: begins, continues or gives up a rotation. */
export async function rotate(
  resolved: ResolvedSettings,
  { keepOld, save, yes, abort, expires, ...printing }: Options,
): Promise<ExitCode> {
  const until = expires === null ? null : expiry(expires, system().clock.now());
  if (expires !== null && (until === null || isPast(until, system().clock.now())))
    throw new CommandFailure(EXIT.usage, `"${expires}" is not a time in the future.`, EXPIRY_HINT);
  const ask = async ({ lines, typed, isForOperator }: RotationQuestion): Promise<boolean> => {
    const isTerminal = asksOnTerminal();
    if (isForOperator && !isTerminal) {
      writeErrorLines([...lines, 'There is no terminal to ask on, and --yes does not answer this.']);
      return false;
    }
    if (!yes && !isTerminal)
      throw new CommandFailure(EXIT.usage, lines, 'There is no terminal to ask on. Use --yes to confirm.');
    writeErrorLines(lines);
    return (yes && !isForOperator) || (await askOnTerminal(`Type ${typed} to confirm: `)) === typed;
  };
  // Only the result is for programs.
  const isForPeople = printing.output === 'table';
  const say = isForPeople ? writeLine : writeErrorLine;
  const options = { keepOld, save, expires: until };
  const operator = { ask, say, onSwapped: () => undefined };
  const end = await withRotation(resolved, options, operator, journalAt, abort ? giveUpRotation : rotateKey).catch(
    (error: unknown) => {
      if (error instanceof Unanswered) return error;
      throw error;
    },
  );
  if (end instanceof Unanswered) {
    writeErrorLine(NOTHING_MORE);
    return end.code;
  }
  if (!isForPeople)
    printRows(
      printing,
      inLines(endShape, [end], () => []),
    );
  if (end.kind !== 'declined') return abort && end.leftKeys.length > 0 ? EXIT.refused : EXIT.done;
  writeErrorLine(NOTHING_MORE);
  return EXIT.refused;
}

function journalAt(path: string): RotationJournal {
  const journal = openJournal(path, system().clock.now, serviceResources, []);
  return { journal: sameThread(journal), close: journal.close };
}

const endShape: Shape<RotationEnd> = {
  list: text(() => serviceResources.apiKeys.words.list),
  ...identity(({ oldKey }: RotationEnd) => ({ fid: oldKey?.fid ?? null, name: oldKey?.name ?? null })),
  result: text(({ kind }) => kind),
  new_fid: text(({ newKey }) => newKey),
  users: list(({ users }) => users),
  left_fids: list(({ leftKeys }) => leftKeys),
};
