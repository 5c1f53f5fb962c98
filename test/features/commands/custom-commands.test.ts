import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { CustomCommand } from '../../../src/features/commands/custom-command.ts';
import { createPrograms } from '../../../src/features/commands/custom-commands.ts';
import { runsOf } from '../../../src/features/commands/runs.ts';
import { machineClock as clock } from '../../../src/lib/clock.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { untilState } from './until-state.ts';

const command = (token: boolean): CustomCommand => ({
  name: 'Show',
  key: null,
  panes: ['bids'],
  where: 'background',
  confirm: false,
  token,
  run: { kind: 'shell', line: 'echo "read-only: $SPOTDECK_READ_ONLY, token: $SPOTDECK_TOKEN"' },
});

/** Runs a command on a bid. Returns the lines that it printed; none when it did not run. */
async function printed(readOnly: boolean, token: boolean): Promise<readonly string[]> {
  const store = createStore<ConsoleState>(() => consoleWith({ bids: [bid('a')], readOnly }));
  const programs = createPrograms({
    store,
    clock,
    inTmux: false,
    suspend: async () => undefined,
    token: () => 'secret-token',
    maxMs: () => 600_000,
  });
  programs.run(command(token), 'bids', ['a']);
  const runs = () => runsOf(store.getState());
  await untilState(store, () => runs().every(({ ended }) => ended !== null));
  return runs().flatMap(({ lines }) => lines);
}

test('a spotdeck that a custom command of a read-only console starts is read-only too', async () => {
  expect(await printed(true, false)).toEqual(['read-only: true, token: ']);
  expect(await printed(false, false)).toEqual(['read-only: , token: ']);
});

test('a custom command that gets the token does not run in a read-only console', async () => {
  expect(await printed(false, true)).toEqual(['read-only: , token: secret-token']);
  expect(await printed(true, true)).toEqual([]);
});
