import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Console, openConsole, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import type { Terminal } from '../driver/terminal.ts';
import { newPath } from '../journal/snapshots.ts';
import { emptyService, FIRST, NONE } from './connect-form.ts';
import { STILL } from './service.ts';

/** Number of times that the program has entered the alternate screen. */
const entered = (console: Terminal): number => console.raw().split('\u001b[?1049h').length - 1;

test('without a profile the first screen offers the demo, and Enter opens it on the same screen', async () => {
  const console = await openConsole({ ...FIRST, columns: 120, rows: 35 });
  await console.see(/▸ d {2}Open the demo/);
  expect(existsSync(join(console.home, '.local/share/spotdeck/market.db'))).toBe(false);
  console.press('Down');
  await console.see(/▸ c {2}Connect to a service/);
  console.press('Up', 'Enter');
  await console.seeLoaded('14 bids');
  await console.see('DEMO');
  expect(entered(console)).toBe(1);
  console.press('q');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
});

test.each([
  { columns: 40, rows: 10 },
  { columns: 200, rows: 60 },
])('the first screen is whole at $columns × $rows, and d opens the demo', async (size) => {
  const console = await openConsole({ ...FIRST, ...size });
  for (const text of [
    'A console for GPU fleets',
    'Open the demo',
    'No account needed',
    'Connect to a service',
    'q quit',
  ])
    await console.see(text);
  console.press('d');
  await console.seeLoaded('train-llama');
});

test('a click opens the demo, also after the terminal has another size', async () => {
  const console = await openConsole({ ...FIRST, columns: 40, rows: 10 });
  console.resize(100, 30);
  await console.see('No account needed: a market inside this program.');
  await console.until('it listens to the mouse', () => console.modes().mouse !== 'none');
  console.mouse('click', 'A console for GPU fleets');
  console.mouse('click', 'Welcome');
  console.mouse('click', 'No account needed');
  await console.seeLoaded('train-llama');
});

test('other keys on the first screen do nothing and say so, ? lists its keys', async () => {
  const console = await openConsole({ ...FIRST, columns: 80, rows: 24 });
  console.press('x');
  await console.see('x does nothing here');
  console.press('1', 'Space', 'n', ':', 'P', 'Delete');
  await console.see('Delete does nothing here');
  console.press('?');
  await console.see(/d +Open the demo/);
  console.press('Esc');
  await console.see('Welcome to spotdeck');
  expect(console.shows('DEMO')).toBe(false);
});

test('in ASCII and without colours the first screen shows the selected choice by a sign', async () => {
  const console = await openConsole({ ...FIRST, args: ['--ascii'], env: { NO_COLOR: '1' } });
  await console.see(/> d {2}Open the demo/);
  console.press('j');
  await console.see(/> c {2}Connect to a service/);
  expect(console.raw()).toMatch(/^\p{ASCII}*$/u);
});

const SIZES = [
  { columns: 160, rows: 45 },
  { columns: 80, rows: 24 },
];

test.each(SIZES)('at $columns × $rows a new project says what to press first, and the keys do that', async (size) => {
  const console = await openConsole({ args: [], ...(await emptyService(NONE)), ...size });
  await console.see('No bids yet, and no SSH key to log in with.');
  await console.see('1. Press 4, then n: add an SSH key.');
  await console.see('2. Press 1, then n: place a bid.');
  console.type('4');
  await console.see('No SSH keys yet.');
  console.type('n');
  await console.see('Create an SSH key');
  console.press('Esc');
  await console.gone('Create an SSH key');
  console.type('1n');
  await console.see('Place a bid');
});

test.each(SIZES)('at $columns × $rows a list without access says so, and the others can be used', async (size) => {
  const console = await openConsole({ args: [], ...(await emptyService(/bids|volumes/)), ...size });
  await console.see('This token may not read the bids of proj_new.');
  await console.see('The service says: Not a member of this project');
  await console.see(/Press P for another project or token/);
  await console.see('no access');
  expect(console.shows('signed out')).toBe(false);
  console.type('4');
  await console.see('No SSH keys yet.');
  // The hint line has the keys of the pane, not the refusal of another one.
  await console.see(/^ n new/);
});

test('without access to any list, each pane says so and P opens what it promises', async () => {
  const console = await openConsole({ args: [], ...(await emptyService(/v2/)), columns: 160, rows: 45 });
  await console.see('✖ no access');
  for (const one of ['bids', 'instances', 'volumes', 'SSH keys'])
    await console.see(`This token may not read the ${one}`);
  console.type('P');
  await console.see('Profile, project, sign in');
});

/** Opens the demo on a screen too small for its counts, and waits for its bids, and its instances, without which their cost is not shown. */
async function openSmall(columns: number, rows: number, ...args: readonly string[]): Promise<Console> {
  const console = await openConsole({
    args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0', ...args],
    columns,
    rows,
  });
  await console.see('live');
  await console.see('train-llama');
  await console.see(/\$5[\d.]+\/h/);
  return console;
}

test('twelve suggestions scroll at 80 × 24, Up at the top and Esc go back to the text, and only then Esc asks to close, and says how the input goes', async () => {
  const console = await openSmall(80, 24);
  console.type('nfirst\t');
  await console.see('12 suggestions');
  console.press(...Array.from({ length: 12 }, () => 'Down' as const));
  await console.see('12 of 12');
  console.press('Esc');
  await console.see('12 suggestions');
  console.press('Down');
  await console.see('1 of 12');
  console.press('Up');
  await console.see('12 suggestions');
  await console.see(/Name\* +first/);
  console.press('Esc');
  await console.see('The input in this form will be lost.');
  console.press('Esc');
  await console.see('The form stays open. To discard its input: Esc, then y.');
});

test('several SSH keys are chosen in the list, found by typing, and clicked', async () => {
  const console = await openDemo();
  console.press('n', ...Array.from({ length: 5 }, () => 'Tab' as const));
  await console.see('[ ] laptop');
  console.press('Down', 'Enter');
  await console.see(/▸ SSH keys +\S+ /);
  console.type('lap');
  await console.see('find lap');
  await console.gone('[ ] ci');
  console.press('Down', 'Space');
  await console.see('▸ [x] laptop');
  await console.until('it listens to the mouse', () => console.modes().mouse !== 'none');
  expect(console.mouse('click', '[x] ci')).toBe(true);
  await console.see('[ ] ci');
  expect(console.mouse('click', 'Instance type')).toBe(true);
  await console.see('▸ Instance type*');
  expect(console.mouse('click', '8xh100.us-central1-a  last')).toBe(true);
  await console.see(/▸ Quantity\*/);
  await console.see(/Region\* +us-central1-a/);
  await console.see(/SSH keys +ops, laptop/);
});

test.each([
  [80, 24],
  [40, 10],
])('at %i × %i, also in ASCII, the field, its error and three suggestions are on screen', async (columns, rows) => {
  const console = await openSmall(columns, rows, '--ascii');
  console.type('nfirst');
  await console.see(/Name\* +first/);
  console.do('review');
  await console.see('x Give an instance type.');
  const at = console.rowOf(/> Instance.*\*/);
  for (const line of [2, 3, 4]) expect(console.line(at + line)).toMatch(/\dx\w+\.\w+/);
  expect(console.line(at + 5)).toMatch(/12 suggestions|\dx\w+/);
  console.press('Down', 'Down', 'Enter');
  await console.see(/> Quantity\*/);
});

test('the first screen says what a bid is and what to press, and help has the words of the market; after three days it is gone', async () => {
  const market = await openMarket(STILL);
  const folder = join(newPath(), '..');
  const env = { ...market.env, SPOTDECK_JOURNAL: join(folder, 'journal.db') };
  const first = await openConsole({ args: [], env, columns: 80, rows: 24 });
  await first.see('A bid rents machines while its limit price beats the market. n: new bid');
  first.type('2');
  await first.see('An instance is a machine of a bid. i: its bid');
  for (const word of ['exposure', 'band', 'rehearse', 'ladder', 'headroom', 'preempting']) {
    first.type(':glossary\r');
    await first.see('Search glossary');
    first.type(word);
    await first.see(new RegExp(`${word} +\\w+ \\w+ \\w+`));
    first.press('Esc');
    await first.gone('Search');
  }
  first.type('q');
  await first.ended();
  const file = join(folder, 'views.json');
  const { since, ...rest }: { readonly since: number } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...rest, since: since - 3 * 24 * 3_600_000 }), { mode: 0o600 });
  const later = await openConsole({ args: [], env, columns: 80, rows: 24 });
  await later.seeLoaded('1 Bids ─ 14');
  expect(later.screen().join('\n')).not.toContain('A bid rents machines');
});
