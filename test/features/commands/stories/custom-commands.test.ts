import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openConsole } from '../../../driver/console.ts';
import { openDemo } from '../../../driver/demo.ts';
import { openScript } from '../../../stories/script.ts';
import { withConfig } from './with-config.ts';

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
  const { env } = await withConfig(
    '[[commands]]',
    'name = "Note"',
    'panes = ["bids"]',
    'shell = true',
    'run = "echo $SPOTDECK_NAME >> notes; test $SPOTDECK_NAME != distill"',
    'confirm = true',
  );
  const console = await openDemo({ sorted: true, service: { env } });
  const notes = join(console.home, 'notes');
  console.type('/name:=distill | name:=render\r*:note');
  await console.see('Note');
  console.press('Enter');
  await console.see('on distill, render');
  expect(() => readFileSync(notes)).toThrow();
  await answer(console, 'y');
  await console.see('Note: 1 of 2 failed.');
  expect(readFileSync(notes, 'utf8').trim().split('\n').toSorted()).toEqual(['distill', 'render']);
  console.do('runs');
  await console.see(/distill {2}ended with code 1/);
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
