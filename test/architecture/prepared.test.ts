import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Help } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCommandLine } from '../../src/cli/program.ts';
import { wordsOfResources } from '../../src/cli/words-of-resources.ts';
import type { CommandWords } from '../../src/command/command-words.ts';
import { helpPage } from '../../src/command/help.ts';
import { type HelpPage, pageText } from '../../src/command/help-page.ts';
import { program as built, node } from '../driver/built.ts';
import { closeAfterTest } from '../driver/console.ts';
import { openTerminal } from '../driver/terminal.ts';
import { runAlone } from '../stories/script.ts';

/** Loads the file of the bundle with this name. */
async function fromBundle<Brought>(name: string): Promise<Brought> {
  const folder = join(built, '..');
  const found = readdirSync(folder).find((file) => new RegExp(`^${name}-[A-Z0-9]{8}\\.js$`).test(file)) ?? '';
  const brought: Brought = await import(join(folder, found));
  return brought;
}

const allOf = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(allOf)];
const wordsOf = (command: Command): string =>
  command.parent === null ? '' : `${wordsOf(command.parent)} ${command.name()}`.trim();

const WIDTHS = Array.from({ length: 200 }, (_, n) => n + 1);

const { addCommands, addWords, program, run } = createCommandLine();
let words: CommandWords;
beforeAll(async () => {
  words = wordsOfResources((await run.panes()).panes);
  addCommands();
  await addWords(words);
});

test('the built program has the words that its resources have', async () => {
  const brought = await fromBundle<{ readonly words: CommandWords }>('prepared-words');
  expect(brought.words).toEqual(words);
});

describe('prepared help', () => {
  test('is what each command says', async () => {
    const { pages } = await fromBundle<{ readonly pages: ReadonlyMap<string, HelpPage> }>('prepared-help');
    expect(pages.size).toBeGreaterThan(30);
    const said = new Map(allOf(program).map((command) => [wordsOf(command), helpPage(command, command.createHelp())]));
    expect(pages).toEqual(said);
  });

  test('is laid out as commander does it, in each width', () => {
    for (const command of allOf(program).filter(({ parent }) => parent !== null)) {
      const helper = command.createHelp();
      for (const width of WIDTHS) {
        helper.helpWidth = width;
        const text = pageText(helpPage(command, helper), width);
        expect(
          text.startsWith(Help.prototype.formatHelp.call(helper, command, helper)),
          `${wordsOf(command)} ${width}`,
        ).toBe(true);
      }
    }
  });

  test.each([
    [
      ['bid', 'pause', '--help'],
      ['--config', 'none', 'bid', 'pause', '--help'],
    ],
    [
      ['help', 'get'],
      ['--config', 'none', 'get', '--help'],
    ],
    [['--help'], ['--config', 'none', '--help']],
    [['help'], ['--config', 'none', '--help']],
  ])('%j prints what is printed with another option, without prepared help', async (args, others) => {
    const { status, stdout, stderr } = await runAlone(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^.*Usage: spotdeck/s);
    expect(await runAlone(others)).toEqual({ status, stdout, stderr });
  });

  test('fits the width of the terminal', async () => {
    const terminal = openTerminal({ command: node, args: [built, 'bid', 'resume', '--help'], columns: 72, rows: 40 });
    closeAfterTest(terminal);
    await terminal.see('lists the settings that every command takes.');
    const page = program.commands
      .find((command) => command.name() === 'bid')
      ?.commands.find((command) => command.name() === 'resume');
    if (page === undefined) throw new Error('There is no such command.');
    const shown = pageText(helpPage(page, page.createHelp()), 72);
    expect(shown).not.toBe(pageText(helpPage(page, page.createHelp()), 80));
    expect(terminal.raw().replaceAll('\r\n', '\n')).toContain(shown);
  });
});
