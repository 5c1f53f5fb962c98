import { pageText } from '../command/help-page.ts';
import { outputTerminal, writeBlock, writeLine } from '../system/streams.ts';

const VERSION_WORDS: readonly string[] = ['--version', '-V', 'version'];

export const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

/** Prints the version or a help if nothing else is asked for, without loading more. Returns whether it did. */
export async function answeredEarly(words: readonly string[]): Promise<boolean> {
  if (words.length === 1 && VERSION_WORDS.includes(words[0] ?? '')) {
    writeLine(SPOTDECK_VERSION);
    return true;
  }
  const command = words[0] === 'help' ? words.slice(1) : isHelp(words.at(-1)) ? words.slice(0, -1) : null;
  if (command === null) return false;
  const { pages } = await import('./prepared-help.ts');
  const page = pages.get(command.join(' '));
  if (page !== undefined) writeBlock(pageText(page, outputTerminal.size().columns));
  return page !== undefined;
}
