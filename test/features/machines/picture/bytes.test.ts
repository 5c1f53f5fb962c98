import { expect, test } from 'vitest';
import { machinesRead } from '../../../../src/features/machines/machines.ts';
import type { Sample } from '../../../../src/features/machines/reading.ts';
import type { ConsoleState } from '../../../../src/store/state.ts';
import { openUi } from '../../../screen/ink/open-ui.ts';
import { bid, byPrice, consoleWith, instance } from '../../../store/made.ts';
import { withMachines } from '../reader/read-machines.ts';
import { uses } from './heat-console.ts';

const BIDS = 25;
const fids = Array.from({ length: 250 }, (_, n) => `machine-${n}`);

/** Samples of a machine of eight GPUs with uses of every height, now; one GPU may have another. */
function samples(
  machine: number,
  other: { readonly gpu: number; readonly use: number } | null = null,
): readonly Sample[] {
  const of = Array.from({ length: 8 }, (_, gpu) =>
    other?.gpu === gpu ? other.use : 3 + ((machine * 7 + gpu * 31) % 97),
  );
  return uses(...of);
}

/** A fleet of two thousand GPUs. */
function large(): ConsoleState {
  const state = byPrice(
    consoleWith({
      bids: Array.from({ length: BIDS }, (_, n) => bid(`bid-${n}`, { limit_price: `$${n + 1}.00` })),
      instances: fids.map((fid, n) => instance(fid, { bid: `bid-${n % BIDS}`, ssh_destination: `${fid}.example` })),
    }),
  );
  return withMachines(state, Object.fromEntries(fids.map((fid, n) => [fid, samples(n)])));
}

test('of two thousand GPUs on one screen a changed one and a step of the cursor write few bytes', async () => {
  await using ui = openUi(large(), '256');
  ui.type('m');
  await ui.sees('Machines');
  ui.type('\tg');
  await ui.sees('2000 GPUs');
  expect(ui.output.lines().join('\n')).not.toContain('below');
  const written = async (change: () => void, text: string): Promise<number> => {
    const from = ui.output.raw.length;
    change();
    await ui.sees(text);
    return ui.output.raw.length - from;
  };
  await ui.sees('◆░▒▓');
  expect(await written(() => ui.type('\u001b[C'), '▓◆▒▓')).toBeLessThan(120);
  expect(
    await written(() => {
      const { store } = ui.operator.controller;
      const events = samples(24, { gpu: 3, use: 1 }).map((sample) => ({
        kind: 'sampled' as const,
        fid: 'machine-24',
        sample,
      }));
      store.setState((state) => machinesRead(state, events), true);
    }, '▓◆▒·'),
  ).toBeLessThan(120);
});
