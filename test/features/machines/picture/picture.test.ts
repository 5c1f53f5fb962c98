import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { machineModeChosen } from '../../../../src/features/machines/machines.ts';
import { allCells, fleetIn, sumsOf } from '../../../../src/features/machines/picture/fleet.ts';
import { machinesInTurns } from '../../../../src/features/machines/running.ts';
import { machineSettingsOf } from '../../../../src/features/machines/settings.ts';
import { widthOf } from '../../../../src/lib/width.ts';
import { asciiGlyphs, spokenGlyphs, unicodeGlyphs } from '../../../../src/resources/glyphs.ts';
import { dialogHeight, dialogWidth } from '../../../../src/screen/dialogs/view.ts';
import { dialogOpened } from '../../../../src/store/dialogs/dialog-stack.ts';
import { paneFocused } from '../../../../src/store/panes/cursor.ts';
import { timePassed } from '../../../../src/store/transitions.ts';
import { operatorAt } from '../../../screen/keys/press-keys.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { bid, consoleWith, instance } from '../../../store/made.ts';
import { MINUTE, withMachines } from '../reader/read-machines.ts';
import { heatConsole, shownLines, uses } from './heat-console.ts';

/** The lines of the picture, without those that are empty. */
async function opened(state = heatConsole()): Promise<readonly string[]> {
  const operator = operatorAt(paneFocused(state, 'machines'));
  await operator.press('Tab', 'g');
  return shownLines(operator.state()).filter((line) => line !== '');
}

describe('the picture has a sign for each GPU by its use, the dearest bid first, and holes with their price', () => {
  test('on a wide screen', async () => {
    expect(await opened()).toEqual([
      'Machines: all GPUs by bid',
      ' Table  [Picture]',
      '13 GPUs + 2 machines unread  mean use 50%  1 idle · $2.00/h at most  11 of them with a current value  in 4 groups on 7 machines',
      '· at rest   ░ under 25%   ▒ under 50%   ▓ under 75%   █ to 100%   ~ old   ? not known   ✖ not readable',
      'dear  8xh100  8 GPUs  ~68%  ≤$18.00/h',
      '[] ██ ▒▒ ▓▓  ·· ██ ?? ██',
      'idle  8xh100  2 GPUs + 1 machine unread  ~0%  ≤$4.00/h  1 idle · $2.00/h at most',
      '·· ··  ✖✖',
      'cheap  8xh100  2 GPUs + 1 machine unread  ~35%  ≤$2.00/h',
      '░░ ▓▓  ??',
      'without a bid  1 GPU',
      '~~',
      'dear-1  GPU 0  ● busy  97%  60/80G  64C',
    ]);
  });

  test('in a terminal of 80 columns with ASCII alone, where use is read without colours', async () => {
    expect(await opened({ ...heatConsole({ columns: 80, rows: 24 }), glyphs: asciiGlyphs })).toEqual([
      'Machines: all GPUs by bid',
      ' Table  [Picture]',
      '13 GPUs + 2 machines unread  mean use 50%  1 idle - $2.00/h at most',
      '. at rest   -=*# in quarters   ~ old   ? not known   x not readable',
      'dear  8xh100  8 GPUs  ~68%  <=$18.00/h',
      '[] ## == **  .. ## ?? ##',
      'idle  2 GPUs + 1 machine unread  ~0%  <=$4.00/h  1 idle - $2.00/h at most',
      '.. ..  xx',
      'cheap  8xh100  2 GPUs + 1 machine unread  ~35%  <=$2.00/h',
      '-- **  ??',
      'without a bid  1 GPU',
      '~~',
      'dear-1  GPU 0  * busy  97%  60/80G  64C',
    ]);
  });

  test('in the smallest terminal, with the number of GPUs below', async () => {
    expect(await opened(heatConsole({ columns: 40, rows: 10 }))).toEqual([
      'Machines: all GPUs by bid',
      '13+ GPUs  50%  1 idle ≤$2.00/h',
      'dear  8 GPUs  ~68%  ≤$18.00/h',
      '[]██▒▒▓▓ ··██??██',
      'idle  ≤$4.00/h  1 idle ≤$2.00/h',
      '···· ✖✖',
      'dear-1  GPU 0  ● busy  97%  60/80G',
      '↓ 3+ GPUs below',
    ]);
  });

  test('for a screen reader, one line for each bid in words', async () => {
    expect((await opened({ ...heatConsole(), glyphs: spokenGlyphs })).slice(3)).toEqual([
      'dear, 8xh100, 8 GPUs, mean use 68%, 7 of them with a current value, at most $18.00/h',
      'idle, 8xh100, 2 GPUs + 1 machine unread, mean use 0%, at most $4.00/h, 1 idle - $2.00/h at most',
      'cheap, 8xh100, 2 GPUs + 1 machine unread, mean use 35%, at most $2.00/h',
      'without a bid, 1 GPU, use not known',
      'dear-1  GPU 0  * busy  97%  60/80G  64C',
    ]);
  });
});

test('a value that is no longer current is no use: neither its sign nor a mean shows it', async () => {
  const operator = operatorAt(timePassed(paneFocused(heatConsole(), 'machines'), NOON + MINUTE));
  await operator.press('Tab', 'g');
  const lines = shownLines(operator.state());
  expect(lines.join('\n')).not.toMatch(/[█▓▒░]{2}/);
  expect(lines[2]).toContain('no use known yet');
  expect(lines.at(-2)).toBe('dear-1  GPU 0  ▲ 1m ago  97%  60/80G  64C');
  expect(sumsOf(fleetIn(operator.state()))).toEqual({ gpus: 13, current: 0, mean: null, unread: 2 });
});

test('the title says that machines are simulated', async () => {
  const state = heatConsole();
  const [title] = await opened({ ...state, machines: { ...machineSettingsOf(state), simulated: true } });
  expect(title).toBe('Machines: all GPUs by bid, SIMULATED');
});

describe('instead of a picture there is a sentence', () => {
  test('while no instance runs: before it opens, and when the last one stops', async () => {
    const state = consoleWith({ bids: [bid('a')], instances: [instance('i', { bid: 'a', status: 'STATUS_PAUSED' })] });
    const operator = operatorAt(paneFocused(state, 'machines'));
    await operator.press('Tab');
    expect([operator.top(), operator.notice()]).toEqual([null, 'No instance runs, so there is no machine to read.']);
    const open = dialogOpened(state, { kind: 'gpu-picture', cursor: null, at: 0, top: 0 });
    expect(shownLines(open).filter((line) => line !== '')[2]).toBe(
      'No instance runs, so there is no GPU to show. Go back with Esc: n in Bids places a bid, r resumes a paused one.',
    );
  });
});

test('the palette opens it and begins to read machines, all in turns while it is open', async () => {
  const operator = operatorAt(machineModeChosen(heatConsole(), 'off'));
  await operator.press(':');
  await operator.type('heat map\n');
  expect(machineSettingsOf(operator.state()).mode).toBe('visible');
  expect(operator.notice()).toContain('Logging in to 7 machines over SSH');
  expect(shownLines(operator.state())[2]).toContain('7 machines unread  no use known yet');
  expect(machinesInTurns(operator.state())).toHaveLength(7);
  await operator.press('m');
  expect([operator.top(), machinesInTurns(operator.state())]).toEqual([null, []]);
});

test('every GPU of every running instance is there exactly once, and every line fits the screen', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          bid: fc.constantFrom('a', 'b', 'c', null),
          gpus: fc.integer({ min: 0, max: 16 }),
          status: fc.constantFrom('STATUS_RUNNING', 'STATUS_PAUSED'),
        }),
        { minLength: 1, maxLength: 25 },
      ),
      fc.constantFrom({ columns: 160, rows: 45 }, { columns: 80, rows: 24 }, { columns: 40, rows: 10 }),
      fc.constantFrom(unicodeGlyphs, asciiGlyphs, spokenGlyphs),
      async (machines, size, glyphs) => {
        const running = machines.flatMap(({ status, gpus }, n) =>
          status === 'STATUS_RUNNING' ? [{ fid: `m-${n}`, gpus }] : [],
        );
        const state = withMachines(
          consoleWith({
            bids: ['a', 'b', 'c'].map((fid, n) => bid(fid, { name: `${fid}-`.repeat(20), limit_price: `$${n}.50` })),
            instances: machines.map(({ bid, status }, n) =>
              instance(`m-${n}`, { bid, status, ssh_destination: `m${n}.example` }),
            ),
            size,
          }),
          Object.fromEntries(
            running.flatMap(({ fid, gpus }) =>
              gpus === 0 ? [] : [[fid, uses(...Array.from({ length: gpus }, (_, n) => n * 6))]],
            ),
          ),
        );
        const cells = allCells(fleetIn(state)).map(({ fid, gpu }) => `${fid} ${gpu}`);
        const expected = running.flatMap(({ fid, gpus }) =>
          gpus === 0 ? [`${fid} null`] : Array.from({ length: gpus }, (_, n) => `${fid} ${n}`),
        );
        expect(cells.toSorted()).toEqual(expected.toSorted());
        const operator = operatorAt(paneFocused({ ...state, glyphs }, 'machines'));
        await operator.press('Tab', 'G');
        const lines = shownLines(operator.state()).slice(1, -1);
        for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(dialogWidth(size.columns, 'whole'));
        expect(lines.length).toBeLessThanOrEqual(dialogHeight(size.rows));
      },
    ),
    { numRuns: 60 },
  );
});
