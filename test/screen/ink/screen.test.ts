import { expect, test } from 'vitest';
import { bid, consoleWith } from '../../store/made.ts';
import { openUi } from './open-ui.ts';

const bids = ['train-llama', 'sweep-a', 'eval-night', 'render'].map((name) => bid(name));

const openConsole = () => openUi(consoleWith({ bids }));

test('all five lists are next to each other, each line as wide as the screen', async () => {
  await using ui = openConsole();
  await ui.sees('train-llama');
  for (const title of ['1 Bids ─ 4', '2 Instances', '3 Volumes', '4 SSH keys', '5 API keys']) await ui.sees(title);
  const [header = '', first = ''] = ui.output.lines();
  expect(header).toMatch(/^ spotdeck /);
  expect(first).toMatch(/^╭.*╮╭.*╮$/);
  expect(first).toHaveLength(160);
});

test('another program gets the terminal without the alternate screen, also when the console would redraw while it leaves, and the console comes back', async () => {
  await using ui = openConsole();
  await ui.sees('train-llama');
  let isAway = false;
  // As the timer after a change of the window's size does.
  const redrawing = (async () => {
    while (!isAway) {
      ui.redraw();
      await new Promise((next) => setImmediate(next));
    }
  })();
  await ui.suspend(async () => {
    isAway = true;
    await redrawing;
    expect(ui.output.raw.lastIndexOf('\u001b[?1049l')).toBeGreaterThan(ui.output.raw.lastIndexOf('\u001b[?1049h'));
    expect(ui.output.raw.lastIndexOf('\u001b[?25h')).toBeGreaterThan(ui.output.raw.lastIndexOf('\u001b[?25l'));
    expect(ui.output.raw.split('\u001b[?2026h')).toHaveLength(ui.output.raw.split('\u001b[?2026l').length);
  });
  await ui.sees('train-llama');
});

test('a filter typed in one burst with its key narrows the rows, and Enter in the same burst applies it', async () => {
  await using ui = openConsole();
  await ui.sees('sweep-a');
  ui.type('/tra');
  await ui.sees('/tra');
  await ui.seesNot('sweep-a');
  await ui.sees('train-llama');
  ui.type('in\rj');
  await ui.sees('1 of 4');
  await ui.output.until('the panes with the keys', () => ui.operator.top() === null);
  expect(ui.operator.state().views.bids.filter).toBe('train');
});

test('a paste goes into the field as a text and presses no keys', async () => {
  await using ui = openConsole();
  await ui.sees('train-llama');
  ui.type('n');
  await ui.sees('Place a bid');
  ui.type('\u001b[200~q\rx\u001b[201~');
  await ui.sees('q x');
  expect(ui.operator.left.quits).toBe(0);
});

test('a paste without a text field only shows a notice', async () => {
  await using ui = openConsole();
  await ui.sees('train-llama');
  ui.type('\u001b[200~x\rq\u001b[201~');
  await ui.sees('Paste ignored');
  expect(ui.operator.left).toMatchObject({ quits: 0, sent: [] });
});

test('a name with a sign for what could not be shown can be pasted into the filter, and nothing like it into a script', async () => {
  await using ui = openConsole();
  await ui.sees('train-llama');
  ui.type('/\u001b[200~a\ufffdb\u001b[201~');
  await ui.sees('/a\ufffdb');
  ui.type('\u001b');
  await ui.seesNot('/a\ufffdb');
  ui.type('n');
  await ui.sees('Place a bid');
  ui.type('\t'.repeat(7));
  await ui.sees('▸ Startup script');
  ui.type('\u001b[200~echo \ufffd\u001b[201~');
  await ui.sees('Paste ignored: it is no text in UTF-8.');
});

test('after a resize the screen is laid out for the new size, down to a line with the smallest size needed', async () => {
  await using ui = openConsole();
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

test('the console knows when the window loses and regains the focus', async () => {
  await using ui = openConsole();
  await ui.sees('train-llama');
  expect(ui.output.raw).toContain('\u001b[?1004h');
  ui.type('\u001b[O');
  expect(ui.operator.state().attended).toBe(false);
  ui.type('\u001b[I');
  expect(ui.operator.state().attended).toBe(true);
});

test('the end of the console restores the terminal', async () => {
  const ui = openConsole();
  await ui.sees('train-llama');
  await ui[Symbol.asyncDispose]();
  for (const back of ['\u001b[?1049l', '\u001b[?25h', '\u001b[?1004l', '\u001b[?2004l'])
    expect(ui.output.raw).toContain(back);
});
