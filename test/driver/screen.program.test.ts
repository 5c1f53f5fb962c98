import { expect, test } from 'vitest';
import { openSample } from './sample.ts';

test('wide characters and emoji are in the right cells', async () => {
  const terminal = await openSample();
  const row = terminal.rowOf('訓練');
  expect(terminal.line(row)).toMatch(/^│ 訓練 データ {16}││ ckpt {23}│$/);
  expect(terminal.cellAt(row, 2)).toMatchObject({ text: '訓', column: 2, width: 2 });
  expect(terminal.cellAt(row, 3)).toMatchObject({ text: '訓', column: 2 });
  expect(terminal.cellsAt(row, 'データ').map((cell) => cell.column)).toEqual([7, 9, 11]);
  expect(terminal.cellAt(row, 29).text).toBe('│');
  const emoji = terminal.rowOf('café');
  expect(terminal.cellsAt(emoji, '🚀')).toMatchObject([{ column: 9, width: 2 }]);
  expect(terminal.cellsAt(emoji, 'crew')[0]?.column).toBe(12);
  expect(terminal.cellAt(emoji, 29).text).toBe('│');
});

test('panes are read side by side, and under a dialog', async () => {
  const terminal = await openSample();
  await terminal.seeRows('Volumes', ['imagenet', 'ckpt']);
  await terminal.seeRows('Bids', ['train-llama', '訓練', /caf. .* crew/, 'sweep-a']);
  expect(terminal.rowsOfPane('Volumes')).toEqual([' imagenet', ' ckpt']);
  expect(terminal.box('Bids')).toMatchObject({ title: '1 Bids - 4', top: 2, bottom: 7, left: 0, right: 29 });

  terminal.press('m');
  await terminal.seeRows('Sure?', ['yes', 'no', 'later']);
  expect(terminal.rowsOfPane('Sure?')).toEqual([' yes', ' no', ' later']);
  expect(terminal.rowsOfPane('Bids')).toHaveLength(4);
  expect(() => terminal.rowsOfPane('Sessions')).toThrow(
    'no pane is titled "Sessions"; there are "1 Bids - 4", "3 Volumes", "Sure?"',
  );
});

test('panes drawn in ASCII are read as well', async () => {
  const terminal = await openSample({ args: ['--ascii'] });
  expect(terminal.rowsOfPane('3 Volumes')).toEqual([' imagenet', ' ckpt']);
  expect(terminal.rowsOfPane('Bids')).toHaveLength(4);
});

test('the cursor row is found by its background and moves', async () => {
  const terminal = await openSample();
  await terminal.seeSelected('Bids', 'train-llama');
  expect(terminal.styleAt(terminal.rowOf('train-llama'), 'train')).toMatchObject({
    bg: 24,
    fg: 'default',
    inverse: false,
  });
  terminal.press('j');
  await terminal.seeSelected('Bids', '訓練');
  expect(terminal.cursorRow('Bids')).toBe(' 訓練 データ');
  expect(terminal.cursorRow('Volumes')).toBeNull();
});

test('colours and styles are distinguished', async () => {
  const terminal = await openSample();
  expect(terminal.styleAt(0, 'sample')).toMatchObject({ bold: true, fg: 'default', bg: 'default' });
  expect(terminal.styleAt(0, 'dim red')).toMatchObject({ dim: true, fg: 1, bold: false });
  expect(terminal.styleAt(0, 'true')).toMatchObject({ fg: '#010203', inverse: true });
});

test('a resize reaches the program, and the screen has the new size', async () => {
  const terminal = await openSample({ columns: 100, rows: 30 });
  await terminal.see('sample 100x30');
  terminal.resize(62, 12);
  await terminal.see('sample 62x12');
  expect(terminal.size()).toEqual({ columns: 62, rows: 12 });
  expect(terminal.screen()).toHaveLength(12);
});
