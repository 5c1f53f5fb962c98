// What the program says of itself, for `build.js`, which puts it into the program: so help, completion and wrong usage load neither the
// resources nor, for the help of a command alone, the commands.
import type { Command } from 'commander';
import { createCommandLine } from '../src/cli/program.ts';
import { wordsOfResources } from '../src/cli/words-of-resources.ts';
import { helpPage } from '../src/command/help.ts';
import type { HelpPage } from '../src/command/help-page.ts';
import { features } from '../src/features/index.ts';
import { composedPanes } from '../src/resources/service-actions.ts';

/** The words of the lists and their verbs. */
export const words = wordsOfResources(composedPanes(await features.loadPanes()).panes);
const { program, addCommands, addWords } = createCommandLine();
addCommands();
await addWords(words);

/** The help of a command and of those below it, each with the words that name it. */
const pagesOf = (command: Command, named: string): readonly (readonly [string, HelpPage])[] => [
  [named, helpPage(command, command.createHelp())],
  ...command.commands.flatMap((each) => pagesOf(each, `${named} ${each.name()}`.trim())),
];

/** The help of each command, by its words. */
export const help = Object.fromEntries(pagesOf(program, ''));
