import { expect, test } from 'vitest';
import { cursorRow } from '../../src/state/shown.ts';
import { bid, consoleWith } from '../state/made.ts';
import { seatedAt } from './seat.ts';

const bids = ['train-llama', 'sweep-a', 'eval-night', 'render'].map((name) => bid(name));

const seated = () => seatedAt(consoleWith({ bids }));

test('all five lists stand beside each other, each line as wide as the screen', async () => {
  await using seat = seated();
  await seat.sees('train-llama');
  for (const title of ['1 Bids ─ 4', '2 Instances', '3 Volumes', '4 SSH keys', '5 API keys']) await seat.sees(title);
  const [header = '', first = ''] = seat.output.lines();
  expect(header).toMatch(/^ spotdeck /);
  expect(first).toMatch(/^╭.*╮╭.*╮$/);
  expect(first).toHaveLength(160);
});

test('a burst of keys in one piece is heard as the keys it is made of', async () => {
  await using seat = seated();
  await seat.sees('▌ eval-night');
  seat.type('jj');
  await seat.output.until(
    'the cursor on the third bid',
    () => cursorRow(seat.person.state(), 'bids')?.row.fid === 'sweep-a',
  );
  await seat.sees('▌ sweep-a');
});

test('a filter typed in one burst with its key narrows the rows, and Enter in the same burst keeps it', async () => {
  await using seat = seated();
  await seat.sees('sweep-a');
  seat.type('/tra');
  await seat.sees('/tra');
  await seat.seesNot('sweep-a');
  await seat.sees('train-llama');
  seat.type('in\rj');
  await seat.sees('1 of 4');
  await seat.output.until('the panes with the keys', () => seat.person.top() === null);
  expect(seat.person.state().views.bids.filter).toBe('train');
});

test('a whole form typed ahead in one piece ends in its fields, letter by letter', async () => {
  await using seat = seated();
  await seat.sees('train-llama');
  seat.type('neval-2\t8xh100\teu-n1\t4\t2.50\u0013');
  await seat.sees('Place a bid: review');
  await seat.sees('$2.50 × 4 = $10.00 /h at most');
  await seat.sees('▸ Enter send');
  seat.type('\r');
  await seat.sees('Sending');
  expect(seat.person.left.submitted.map(({ name }) => name)).toEqual(['eval-2']);
});

test('a paste goes into the field as a text and presses no keys', async () => {
  await using seat = seated();
  await seat.sees('train-llama');
  seat.type('n');
  await seat.sees('Place a bid');
  seat.type('\u001b[200~q\rx\u001b[201~');
  await seat.sees('q x');
  expect(seat.person.left.quits).toBe(0);
});

test('a paste where no text has the focus does nothing but say so', async () => {
  await using seat = seated();
  await seat.sees('train-llama');
  seat.type('\u001b[200~x\rq\u001b[201~');
  await seat.sees('Paste ignored');
  expect(seat.person.left).toMatchObject({ quits: 0, sent: [] });
});

test('Esc alone is heard, and Esc with a key after it is two keys', async () => {
  await using seat = seated();
  await seat.sees('train-llama');
  seat.type('?');
  await seat.sees('Search');
  seat.type('\u001b');
  await seat.seesNot('Search');
  seat.type('\r');
  await seat.sees('Limit price');
  seat.type('\u001bj');
  await seat.seesNot('Limit price');
  await seat.sees('▌ render');
});

test('after a resize the screen is laid out for the new size, down to a line that says how much room is needed', async () => {
  await using seat = seated();
  await seat.sees('5 API keys');
  seat.output.resize(80, 24);
  await seat.seesNot('SNIPPET');
  await seat.output.until('a frame of 80 columns', (shown) =>
    shown.split('\n').some((line) => /^╭ 1 Bids .*╮$/.test(line) && line.length === 80),
  );
  seat.output.resize(30, 8);
  await seat.output.until('how much room is needed', (shown) => shown.replace(/\s+/g, ' ').includes('needs 40 × 10'));
  seat.output.resize(160, 45);
  await seat.sees('5 API keys');
});

test('when the window loses the focus the console knows, and when it comes back', async () => {
  await using seat = seated();
  await seat.sees('train-llama');
  expect(seat.output.raw).toContain('\u001b[?1004h');
  seat.type('\u001b[O');
  expect(seat.person.state().attended).toBe(false);
  seat.type('\u001b[I');
  expect(seat.person.state().attended).toBe(true);
});

test('when it ends, the terminal is put back as it was', async () => {
  const seat = seated();
  await seat.sees('train-llama');
  await seat[Symbol.asyncDispose]();
  for (const back of ['\u001b[?1049l', '\u001b[?25h', '\u001b[?1004l', '\u001b[?2004l'])
    expect(seat.output.raw).toContain(back);
});
