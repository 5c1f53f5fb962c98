import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Help } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCommandLine } from '../../src/cli/program.ts';
import type { CommandWords } from '../../src/cli/words-of-resources.ts';
import { wordsOfResources } from '../../src/cli/words-of-resources.ts';
import { helpPage } from '../../src/command/help.ts';
import { type HelpPage, pageText } from '../../src/command/help-page.ts';
import { program as built } from '../driver/built.ts';

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
});
