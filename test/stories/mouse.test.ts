import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import type { Terminal } from '../driver/terminal.ts';

const DEMO = { args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'] };

/** The console has asked for the mouse. */
const listens = (console: Terminal): Promise<void> =>
  console.until('it listens to the mouse', () => console.modes().mouse !== 'none');

test('a click goes to a row and its pane, a click on a header sorts, the wheel moves below the pointer', async () => {
  const console = await openDemo({ sorted: true });
  await listens(console);
  expect(console.mouse('click', 'notebooks ')).toBe(true);
  await console.see(/▌ +notebooks +● allocated/);
  console.mouse('click', 'scratch');
  await console.see(/▌ +scratch/);
  console.mouse('click', 'SIZE');
  await console.see('3 Volumes ─ 6 ─ size ↓');
  console.mouse('click', 'SIZE');
  await console.see('size ↑');
  console.mouse('click', 'train-llama ');
  await console.see(/▌ +train-llama /);
  console.mouse('wheel-down', 'pretrain-b200 ');
  await console.see(/▌ +distill/);
  console.mouse('wheel-up', 'pretrain-b200 ');
  await console.see(/▌ +train-llama /);
});

test('keys and clicks of one read take effect in their order', async () => {
  const console = await openConsole(DEMO);
  await console.see('imagenet');
  await listens(console);
  const row = console.rowOf('imagenet') + 1;
  console.type(`3G\u001b[<0;115;${row}M\u001b[<0;115;${row}mj`);
  await console.see(/▌ +renders/);
});

test('over a list the wheel is the arrow keys, beside the filter a click keeps it, on a small screen tabs are clicked', async () => {
  const console = await openConsole({ ...DEMO, columns: 80, rows: 24 });
  await console.seeLoaded('14 bids');
  await listens(console);
  console.mouse('click', '4 SSH keys');
  await console.see('4 SSH keys ─ 3');
  console.mouse('click', '1 Bids');
  await console.see('1 Bids ─ 14');
  console.type('/llama');
  await console.see('2 of 14');
  // The last row of the frame: a click that comes before it is drawn hits what stood there.
  await console.gone('batch-embed');
  console.mouse('click', 'train-llama-eu');
  await console.see(/▌ +train-llama-eu/);
  await console.see('p pause');
  await console.see('2 of 14');
  console.press(':');
  await console.see('Palette');
  console.mouse('wheel-down', 'Palette');
  console.press('Enter');
  await console.see('Resume');
});

test('--mouse off leaves the mouse to the terminal', async () => {
  const console = await openConsole({ args: [...DEMO.args, '--mouse', 'off'] });
  await console.seeLoaded('14 bids');
  expect(console.mouse('click', 'render ')).toBe(false);
});

test('after the console has ended the terminal reports no mouse', async () => {
  const console = await openConsole(DEMO);
  await console.seeLoaded('14 bids');
  await listens(console);
  console.press('q');
  await console.ended();
  expect(console.mouse('click', '$')).toBe(false);
});
