import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openMarket } from '../../../driver/console.ts';
import { openDemo } from '../../../driver/demo.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { STILL } from '../../../stories/service.ts';

const RULE = `[[rules]]
name = "night"
kind = "schedule"
bids = "name:train-llama"
pause = "0 20 * * *"
zone = "UTC"
max_cost = "$500"
`;

const ladder = (name: string, bids: string): string => `[[rules]]
name = "${name}"
kind = "ladder"
bids = "${bids}"
wait = "5m"
step = "$0.50"
cap = "$40"
max_cost = "$900"
`;

test('rules that fight over a bid are refused: each row names the other rule, the header counts them, a notice has both', async () => {
  const market = await openMarket(STILL);
  const journal = newPath();
  const config = join(journal, '..', 'rules.toml');
  writeFileSync(config, ladder('climb', 'train') + ladder('steep', 'name:=train-llama') + RULE);
  const terminal = await openDemo({
    service: market,
    env: { SPOTDECK_CONFIG: config, SPOTDECK_JOURNAL: journal },
    columns: 160,
  });
  await terminal.see('The rules climb and steep both change train-llama, and both would change its limit price.');
  await terminal.see('2 rules refused, 1 rehearses');
  terminal.press('A');
  await terminal.see(/climb +ladder +\S refused: It fights with steep over train-llama/);
  await terminal.see(/steep +ladder +\S refused: It fights with climb over train-llama/);
  await terminal.see(/night +schedule +\S rehearses/);
  terminal.press('Enter');
  await terminal.see(/State +\S refused: It fights with steep over train-llama: both would change/);
});

test('a new rule rehearses until a second tap releases it; two consoles on one journal show who runs it and what is held', async () => {
  const market = await openMarket(STILL);
  const journal = newPath();
  const config = join(journal, '..', 'rules.toml');
  writeFileSync(config, RULE);
  const env = { SPOTDECK_CONFIG: config, SPOTDECK_JOURNAL: journal };
  const first = await openDemo({ service: market, env });
  first.press('A');
  await first.see(/A Rules.*run by this console/);
  await first.see(/night +schedule +\S rehearses/);
  await first.see('1 rule rehearses');
  first.press('Space');
  await answer(first, 'Space');
  await first.see('Released night: it acts from now on.');
  await first.see(/night +schedule +\S runs .*pause at 20:00 UTC/);

  const second = await openDemo({ service: market, env });
  second.press('A');
  await second.see(/A Rules.*run by a console on .*, process \d+/);
  second.do('hold-all-rules');
  await second.see(/Held night: a console on .*, process \d+ has seen it, and sends nothing more\./);
  await first.see(/night +schedule +\S held by you/);
  await first.see('1 rule held');

  first.do('hold-all-rules');
  await answer(first, 'y');
  await second.see(/night +schedule +\S runs/);
  expect(second.screen().join('\n')).not.toContain('1 rule held');
});

const BUDGET = `[[rules]]
name = "cap"
kind = "budget"
per_hour = "$1"
pause = ["name:sweep"]
zone = "UTC"
`;

test('what a rule does to several bids is one line of Activity, first rehearsed, then done; the history of a bid has it with the reason', async () => {
  const market = await openMarket(STILL);
  const journal = newPath();
  const config = join(journal, '..', 'rules.toml');
  writeFileSync(config, BUDGET);
  const env = { SPOTDECK_CONFIG: config, SPOTDECK_JOURNAL: journal };
  const terminal = await openDemo({ service: market, env, columns: 160, rows: 45 });
  terminal.press('7', 'z', 'z');
  await terminal.see(/Rule cap: would pause 2 bids \(sweep-\w, sweep-\w\)/);
  terminal.press('A', 'Space');
  await answer(terminal, 'Space');
  await terminal.see(/Rule cap: pause 2 bids \(sweep-\w, sweep-\w\)\./);
  await terminal.see(/cap +budget .*pause sweep-\w/);
  terminal.press('7');
  await terminal.see(/Rule cap: pause 2 bids \(sweep-\w, sweep-\w\)/);
  terminal.type('1zz/name:=sweep-a\rh');
  await terminal.see('Bid sweep-a');
  await terminal.see('sweep-a paused by the rule cap');
  await terminal.see(/Pause sweep-a by rule cap .*budget \$1\.00/);
  await terminal.see(/Rule cap would pause sweep-a: /);
});

test('a screen reader hears the rules in words: who runs them, their states, the question, what was done', async () => {
  const journal = newPath();
  const config = join(journal, '..', 'rules.toml');
  writeFileSync(config, RULE);
  const market = await openMarket(STILL);
  const env = { SPOTDECK_CONFIG: config, SPOTDECK_JOURNAL: journal, SPOTDECK_SCREEN_READER: 'true' };
  const terminal = await openDemo({ service: market, env, rows: 60 });
  terminal.press('A');
  await terminal.see(/A Rules +run by this console +1 /);
  await terminal.see(/> +night +schedule +- rehearses/);
  expect(terminal.screen().join('\n')).toMatch(/^[\x20-\x7e\n]*$/);
  terminal.press('Space');
  await answer(terminal, 'Space');
  await terminal.see('Released night: it acts from now on. Space holds it.');
  await terminal.see(/> +night +schedule +\S runs /);
  terminal.press('Space');
  await terminal.see(/> +night +schedule +! held by you/);
});
