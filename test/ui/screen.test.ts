import { expect, test } from 'vitest';
import { cursorRow } from '../../src/state/lists/visible-rows.ts';
import { bid, consoleWith } from '../state/made.ts';
import { openUi } from './open-ui.ts';

const bids = ['train-llama', 'sweep-a', 'eval-night', 'render'].map((name) => bid(name));

const seated = () => openUi(consoleWith({ bids }));

test('all five lists stand beside each other, each line as wide as the screen', async () => {
  await using ui = seated();
  await ui.sees('train-llama');
  for (const title of ['1 Bids ─ 4', '2 Instances', '3 Volumes', '4 SSH keys', '5 API keys']) await ui.sees(title);
  const [header = '', first = ''] = ui.output.lines();
  expect(header).toMatch(/^ spotdeck /);
  expect(first).toMatch(/^╭.*╮╭.*╮$/);
  expect(first).toHaveLength(160);
});

test('a burst of keys in one piece is heard as the keys it is made of', async () => {
  await using ui = seated();
  await ui.sees('▌ eval-night');
  ui.type('jj');
  await ui.output.until(
    'the cursor on the third bid',
    () => cursorRow(ui.person.state(), 'bids')?.row.fid === 'sweep-a',
  );
  await ui.sees('▌ sweep-a');
});

test('a filter typed in one burst with its key narrows the rows, and Enter in the same burst keeps it', async () => {
  await using ui = seated();
  await ui.sees('sweep-a');
  ui.type('/tra');
  await ui.sees('/tra');
  await ui.seesNot('sweep-a');
  await ui.sees('train-llama');
  ui.type('in\rj');
  await ui.sees('1 of 4');
  await ui.output.until('the panes with the keys', () => ui.person.top() === null);
  expect(ui.person.state().views.bids.filter).toBe('train');
});

test('a whole form typed ahead in one piece ends in its fields, letter by letter', async () => {
  await using ui = seated();
  await ui.sees('train-llama');
  ui.type('neval-2\t8xh100\teu-n1\t4\t2.50\u0013');
  await ui.sees('Place a bid: review');
  await ui.sees('$2.50 × 4 = $10.00 /h at most');
  await ui.sees('▸ Enter send');
  ui.type('\r');
  await ui.sees('Sending');
  expect(ui.person.left.submitted.map(({ name }) => name)).toEqual(['eval-2']);
});

test('a paste goes into the field as a text and presses no keys', async () => {
  await using ui = seated();
  await ui.sees('train-llama');
  ui.type('n');
  await ui.sees('Place a bid');
  ui.type('\u001b[200~q\rx\u001b[201~');
  await ui.sees('q x');
  expect(ui.person.left.quits).toBe(0);
});

test('a paste where no text has the focus does nothing but say so', async () => {
  await using ui = seated();
  await ui.sees('train-llama');
  ui.type('\u001b[200~x\rq\u001b[201~');
  await ui.sees('Paste ignored');
  expect(ui.person.left).toMatchObject({ quits: 0, sent: [] });
});

test('Esc alone is heard, and Esc with a key after it is two keys', async () => {
  await using ui = seated();
  await ui.sees('train-llama');
  ui.type('?');
  await ui.sees('Search');
  ui.type('\u001b');
  await ui.seesNot('Search');
  ui.type('\r');
  await ui.sees('Limit price');
  ui.type('\u001bj');
  await ui.seesNot('Limit price');
  await ui.sees('▌ render');
});

test('after a resize the screen is laid out for the new size, down to a line that says how much room is needed', async () => {
  await using ui = seated();
  await ui.sees('5 API keys');
  ui.output.resize(80, 24);
  await ui.seesNot('SNIPPET');
  await ui.output.until('a frame of 80 columns', (shown) =>
    shown.split('\n').some((line) => /^╭ 1 Bids .*╮$/.test(line) && line.length === 80),
  );
  ui.output.resize(30, 8);
  await ui.output.until('how much room is needed', (shown) => shown.replace(/\s+/g, ' ').includes('needs 40 × 10'));
  ui.output.resize(160, 45);
  await ui.sees('5 API keys');
});

test('when the window loses the focus the console knows, and when it comes back', async () => {
  await using ui = seated();
  await ui.sees('train-llama');
  expect(ui.output.raw).toContain('\u001b[?1004h');
  ui.type('\u001b[O');
  expect(ui.person.state().attended).toBe(false);
  ui.type('\u001b[I');
  expect(ui.person.state().attended).toBe(true);
});

test('when it ends, the terminal is put back as it was', async () => {
  const ui = seated();
  await ui.sees('train-llama');
  await ui[Symbol.asyncDispose]();
  for (const back of ['\u001b[?1049l', '\u001b[?25h', '\u001b[?1004l', '\u001b[?2004l'])
    expect(ui.output.raw).toContain(back);
});
