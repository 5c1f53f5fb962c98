import { expect, test } from 'vitest';
import { machineSettingsOf } from '../../../src/features/machines/settings.ts';
import { asciiGlyphs, type Glyphs, spokenGlyphs, unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { paneLines } from '../../../src/screen/ink/pane-lines.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { layoutOf, panesOn } from '../../../src/store/panes/layout.ts';
import { columnsOf, seen } from '../../screen/ink/seen.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';
import { gpu, sample } from './reader/made-reading.ts';
import { busy, failing, idleSince, MINUTE, withMachines } from './reader/read-machines.ts';

const names = ['train-llama-0', 'sweep-a-0', 'eval-night-0', 'notebook', 'render-0'];

function screenOf(columns: number, rows: number, glyphs: Glyphs): readonly string[] {
  const state = consoleWith({
    bids: [bid('bid', { name: 'train-llama', limit_price: '$26.05' })],
    instances: names.map((fid) =>
      instance(fid, { name: fid, bid: 'bid', status: 'STATUS_RUNNING', ssh_destination: `${fid}.example` }),
    ),
    size: { columns, rows },
  });
  const read = withMachines(
    { ...state, glyphs },
    {
      'train-llama-0': [sample([gpu(0, { utilization: 97 }), gpu(1, { utilization: 88 })], { at: NOON })],
      'sweep-a-0': idleSince(NOON - 45 * MINUTE),
      'eval-night-0': failing('unknown-host'),
      notebook: busy(40, NOON - 2 * MINUTE),
      'render-0': [sample([], { at: NOON, gpus: { kind: 'driver', message: 'no driver' } })],
    },
  );
  const shown = paneFocused(read, 'machines');
  const [pane] = panesOn(layoutOf(shown));
  const lines = pane === undefined ? [] : paneLines(shown, pane, themeFor('16'));
  for (const line of lines) expect(columnsOf(line), seen(line)).toBe(columns);
  return lines.map(seen);
}

const lineOf = (lines: readonly string[], name: string): string =>
  lines.find((line) => line.slice(0, 20).includes(name.slice(0, 6))) ?? '';

test.each([
  ['160 columns', 160, 45, unicodeGlyphs],
  ['80 columns', 80, 24, unicodeGlyphs],
  ['80 columns in ASCII', 80, 24, asciiGlyphs],
  ['160 columns for a screen reader', 160, 45, spokenGlyphs],
] as const)('at %s the pane says of each machine what it does, in words', (_, columns, rows, glyphs) => {
  const lines = screenOf(columns, rows, glyphs);
  expect(lineOf(lines, 'train-llama-0')).toMatch(/busy +9[23]%/);
  expect(lineOf(lines, 'sweep-a-0')).toMatch(/idle +\d%.* 45m/);
  expect(lineOf(lines, 'eval-night-0')).toContain('unknown host');
  expect(lineOf(lines, 'notebook')).toContain('2m ago');
  expect(lineOf(lines, 'render-0')).toContain('driver');
  if (glyphs === asciiGlyphs) expect(lines.join('')).toMatch(/^[ -~]*$/);
});

test('at 40 columns name, state and utilization stay', () => {
  const lines = screenOf(40, 12, unicodeGlyphs);
  expect(lineOf(lines, 'train-llama-0')).toMatch(/busy +9[23]%/);
  expect(lineOf(lines, 'sweep-a-0')).toMatch(/idle +\d%/);
  expect(lineOf(lines, 'eval-night-0')).toMatch(/unknown/);
});

const state = consoleWith({
  bids: [bid('bid')],
  instances: [instance('machine', { bid: 'bid', ssh_destination: 'machine.example' })],
  size: { columns: 160, rows: 45 },
});

function titleOf(simulated: boolean): string {
  const read = withMachines(state, { machine: busy(40) });
  const shown = paneFocused({ ...read, machines: { ...machineSettingsOf(read), simulated } }, 'instances');
  const pane = panesOn(layoutOf(shown)).find(({ name }) => name === 'instances');
  const [title] = pane === undefined ? [] : paneLines(shown, pane, themeFor('16'));
  return title === undefined ? '' : seen(title);
}

test('the title of a pane with the column GPU says that machines are simulated, and nothing when they are real', () => {
  expect(titleOf(true)).toMatch(/ Instances .* GPU simulated /);
  expect(titleOf(false)).toMatch(/ Instances /);
  expect(titleOf(false)).not.toContain('simulated');
});
