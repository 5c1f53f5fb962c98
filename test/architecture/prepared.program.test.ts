import { describe, expect, test } from 'vitest';
import { createCommandLine } from '../../src/cli/program.ts';
import { wordsOfResources } from '../../src/cli/words-of-resources.ts';
import { helpPage } from '../../src/command/help.ts';
import { pageText } from '../../src/command/help-page.ts';
import { openInTerminal } from '../driver/console.ts';
import { runAlone } from '../stories/script.ts';

describe('prepared help', () => {
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
    const { addCommands, addWords, program, run } = createCommandLine();
    addCommands();
    await addWords(wordsOfResources((await run.panes()).panes));
    const terminal = openInTerminal(['bid', 'resume', '--help'], { columns: 72, rows: 40 });
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
