import { isSea } from 'node:sea';
import { ownFile } from '../../lib/bundled.ts';
import { describeError } from '../../lib/os-error.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../system/exit.ts';
import { writeBlock } from '../../system/streams.ts';

const NOTICES = 'THIRD-PARTY-NOTICES.txt';

const LINE = `\n${'-'.repeat(80)}\n\n`;

/** `spotdeck licenses`. @throws {CommandFailure} when one is missing. */
export async function printLicenses(): Promise<ExitCode> {
  const texts = [
    `spotdeck ${SPOTDECK_VERSION}\n\n${await text('LICENSE', '../LICENSE')}`,
    // The package has the notices next to the licence; a clone has them in the build.
    await text(NOTICES).catch(() => text(NOTICES, `../${NOTICES}`)),
  ];
  if (isSea())
    texts.push(
      `This file contains Node ${process.versions.node}. Its licence follows, and those of what is in it.\n\n${await text('NODE-LICENSE.txt')}`,
    );
  writeBlock(texts.join(LINE));
  return EXIT.done;
}

async function text(name: string, elsewhere?: string): Promise<string> {
  try {
    return new TextDecoder().decode(await ownFile(name, elsewhere));
  } catch (error) {
    throw new CommandFailure(
      EXIT.refused,
      `${name} can't be read: ${describeError(error)}.`,
      'Install spotdeck again.',
    );
  }
}
