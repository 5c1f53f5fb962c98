import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openConsole, openMarket } from '../../../driver/console.ts';
import { openDemo } from '../../../driver/demo.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { openScript } from '../../../stories/script.ts';
import { STILL } from '../../../stories/service.ts';

/** A market that stands still and a config file with these lines. */
async function withConfig(...lines: readonly string[]) {
  const market = await openMarket(STILL);
  const config = join(newPath(), '..', 'config.toml');
  writeFileSync(config, `${lines.join('\n')}\n`);
  return { market, config, env: { ...market.env, SPOTDECK_CONFIG: config } };
}

const SAY = [
  '[[commands]]',
  'name = "Say"',
  'key = "w"',
  'panes = ["bids"]',
  `run = ["sh", "-c", 'printf "\\033[31mred\\033[0m %s\\nsecret:$SPOTDECK_TOKEN.\\n" "$0"', "{name}"]`,
];

test('a custom command has a key, a hint and a line in the help; its output is kept, searched and sanitized', async () => {
  const { env, market } = await withConfig(...SAY);
  const console = await openDemo({ service: { env } });
  await console.see('w say');
  console.type('/name:=render\rw');
  await console.see(/Say: done after \d+s\./);
  console.do('runs');
  await console.see(/Say {2}render {2}done after/);
  console.press('Enter');
  await console.see('red render');
  await console.see('secret:.');
  expect(console.screen().join('\n')).not.toContain(market.token);
  console.type('red');
  await console.see('1 line');
  await console.gone('secret:');
  console.press('Esc', 'Esc');
  console.type('?say');
  await console.see(/w +Say/);
  console.press('Esc', '7');
  await console.see(/done:? +Ran Say on render: done/);
});

test('it runs on every marked row, asks first when configured, and reports how many failed', async () => {
  const { env, config } = await withConfig(
    '[[commands]]',
    'name = "Note"',
    'panes = ["bids"]',
    'shell = true',
    'run = "echo $SPOTDECK_NAME >> notes; test $SPOTDECK_NAME != distill"',
    'confirm = true',
  );
  const cwd = join(config, '..');
  const console = await openDemo({ sorted: true, service: { env }, cwd });
  console.type('/name:=distill | name:=render\r*:note');
  await console.see('Note');
  console.press('Enter');
  await console.see('on distill, render');
  expect(() => readFileSync(join(cwd, 'notes'))).toThrow();
  await answer(console, 'y');
  await console.see('Note: 1 of 2 failed.');
  expect(readFileSync(join(cwd, 'notes'), 'utf8').trim().split('\n').toSorted()).toEqual(['distill', 'render']);
  console.do('runs');
  await console.see(/distill {2}ended with code 1/);
});

test('in the terminal it has the terminal until it ends, and the console then restores its screen', async () => {
  const { env } = await withConfig(
    '[[commands]]',
    'name = "Read"',
    'key = "w"',
    'panes = ["bids"]',
    'where = "terminal"',
    `run = ["sh", "-c", 'printf "what about %s? " "$0"; read answer; test "$answer" = fine', "{name}"]`,
  );
  const console = await openDemo({ service: { env } });
  console.type('/name:=render\rw');
  await console.see('what about render?');
  await console.gone('1 Bids');
  console.type('fine\r');
  await console.see('1 Bids');
  await console.see('Read: done.');
});

test('a running one can be ended, and ends with the console', async () => {
  const { env } = await withConfig(
    '[[commands]]',
    'name = "Forever"',
    'key = "w"',
    'panes = ["bids"]',
    'run = ["sh", "-c", "echo $$; exec sleep 1000"]',
  );
  const console = await openDemo({ service: { env } });
  const processOf = async (): Promise<number> => {
    console.press('w', '&', 'Enter');
    await console.see(/1 line/);
    const [, id] = /│ (\d+) +│/.exec(console.screen().join('\n')) ?? [];
    console.press('Esc', 'Esc');
    await console.gone('Custom commands');
    return Number(id);
  };
  const alive = (id: number): boolean => {
    try {
      return process.kill(id, 0);
    } catch {
      return false;
    }
  };
  const first = await processOf();
  expect(alive(first)).toBe(true);
  console.do('runs');
  console.press('x');
  await console.see('ended with SIGTERM');
  console.press('Esc');
  const second = await processOf();
  expect([alive(first), alive(second)]).toEqual([false, true]);
  console.do('quit');
  await console.exited;
  await expect.poll(() => alive(second)).toBe(false);
});

test('an invalid command is refused with file, line and allowed values, and a running console keeps the old ones', async () => {
  const { env, config } = await withConfig(...SAY);
  const console = await openConsole({ args: [], env });
  await console.see('w say');
  appendFileSync(config, '\n[[commands]]\nname = "Bad"\npanes = ["volumes"]\nrun = ["ping", "{ssh_host}"]\n');
  await console.see('The config file was not read again');
  await console.see(/line \d+: \{ssh_host\} is not a placeholder here/);
  const { run } = await openScript();
  const check = await run(['config', 'check'], { SPOTDECK_CONFIG: config });
  expect(check.code).toBe(2);
  expect(check.err).toMatch(
    /config\.toml, line 10: \{ssh_host\} is not a placeholder here; placeholders: fid, name, project, region/,
  );
  writeFileSync(config, SAY.join('\n').replace('"w"', '"p"'));
  expect((await run(['config', 'check'], { SPOTDECK_CONFIG: config })).err).toMatch(
    /config\.toml, line \d+: the key p of "Say" already means: Pause the bid: its instances stop\./,
  );
});
