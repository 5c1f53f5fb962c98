import { expect, test } from 'vitest';
import { openConsole, openConsoleInShell } from './console.ts';
import { openMarketProgram } from './market-program.ts';

test('a console shows the lists of its own market', async () => {
  const market = await openMarketProgram();
  expect(market).toMatchObject({ project: 'proj_demo', origin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  const terminal = await openConsole({ args: [], env: market.env });
  await terminal.seeRows('Bids', [/NAME +STATUS/, /[●○◐▲‖✖] [a-z]+/]);
  const [, first = '', second = ''] = terminal.rowsOfPane('Bids').map((row) => row.split(/ +/)[1]);
  await terminal.seeSelected('Bids', first);
  terminal.press('j');
  await terminal.seeSelected('Bids', second);
  await market.stop();
});

test('a market that can not start reports why', async () => {
  await expect(openMarketProgram(['--no-such-flag'])).rejects.toThrow(
    /The market ended too early\. It said:\n.*no-such-flag/s,
  );
});

test('the console restores the terminal', async () => {
  const terminal = await openConsoleInShell();
  await terminal.until('all lists loaded', (screen) => screen.shows('train-llama') && !screen.shows('Loading'));
  terminal.press('q');
  expect(await terminal.aftermath()).toEqual({ status: 0, canonical: true, echo: true, signals: true });
  expect(terminal.modes().changed).toEqual([]);
});
