import { describe, expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { ignoringProject } from './ignoring-project.ts';
import { openScript } from './script.ts';

describe('rows of another project that a service lists', () => {
  test.each([
    ['bid', 'pause', 'render'],
    ['bid', 'resume', 'render'],
    ['bid', 'cancel', 'render', '--yes'],
    ['bid', 'update', 'render', '--price', '2'],
    ['bid', 'update', 'render', '--price', '+10%'],
    ['volume', 'delete', 'scratch', '--yes'],
  ])('are left alone by %s %s and said', async (...args) => {
    const { market, writes } = await ignoringProject();
    const { run } = await openScript(market);
    const name = args.includes('scratch') ? 'scratch' : 'render';
    const end = await run(args);
    expect(end).toMatchObject({ out: '', code: 1 });
    expect(end.err).toContain(`${name} is left alone: it is of the project proj_other, not of proj_demo.\n`);
    expect(writes()).toEqual([]);
  });

  test.each([
    { args: ['bid', 'pause', 'sweep-a', 'sweep-b'], code: 1, out: 'Paused sweep-b.\n', sent: 1 },
    {
      args: ['bid', 'update', '--filter', 'name:sweep', '--price', '+1%'],
      code: 0,
      out: 'Changed sweep-c.\nChanged sweep-b.\n',
      sent: 2,
    },
  ])('are left out by $args, and the others are changed', async ({ args, code, out, sent }) => {
    const { market, writes } = await ignoringProject();
    const { run } = await openScript(market);
    const end = await run(args);
    expect(end).toMatchObject({ code, out });
    expect(end.err).toContain('sweep-a is left alone: it is of the project proj_other, not of proj_demo.\n');
    expect(writes()).toHaveLength(sent);
  });

  test('refuse the keys of the console', async () => {
    const { market, writes } = await ignoringProject();
    const screen = await openConsole({ args: [], env: market.env });
    for (const command of ['pause-bid', 'cancel-bid', 'edit-bid']) {
      await screen.pane('bids').select('render').do(command);
      await screen.see('render is left alone: it is of the project proj_other, not of proj_demo.');
    }
    expect(writes()).toEqual([]);
  });
});

test('a question on the command line names the project of what is changed', async () => {
  const { run } = await openScript();
  const end = await run(['bid', 'cancel', 'render']);
  expect(end.err).toContain('Cancel the bid render:\nIn the project proj_demo.\n');
});
