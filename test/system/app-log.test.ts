import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { logListErrors } from '../../src/app/log-lines.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { listFailed, rowsArrived } from '../../src/store/transitions.ts';
import { appLog } from '../../src/system/app-log.ts';
import { NOON } from '../store/hand-clock.ts';
import { bid, consoleWith, whole } from '../store/made.ts';
import { stateHome } from './state-home.ts';

test('the program’s own log is three files of a megabyte at most, readable by its owner only', () => {
  const folder = stateHome();
  const log = appLog('console');
  for (let n = 0; n < 450; n++) log(`event ${n} ${'x'.repeat(10_000)}`);
  expect(readdirSync(folder).toSorted()).toEqual(['console.log', 'console.log.1', 'console.log.2']);
  for (const name of readdirSync(folder)) {
    expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1024 * 1024);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  }
  expect(readFileSync(join(folder, 'console.log'), 'utf8')).toMatch(/^\d{4}-\S+Z \d+ event 449 x+\n$/m);
});

test('several consoles write to one log, each line whole and with its process id', () => {
  const folder = stateHome();
  const [logLine, other] = [appLog('console'), appLog('console')];
  logLine('first');
  other('second\nwith a second line, and \u001b[2J');
  logLine('third');
  const lines = readFileSync(join(folder, 'console.log'), 'utf8').split('\n');
  expect(lines.map((line) => line.replace(/^\S+Z \d+ /, '> '))).toEqual([
    '> first',
    '> second',
    '  with a second line, and \ufffd[2J',
    '> third',
    '',
  ]);
});

test('the log has one line when a list fails and one when it recovers, without any text of the service', () => {
  const store = createStore<ConsoleState>(() => consoleWith({ bids: [bid('a')] }));
  const lines: string[] = [];
  const stop = logListErrors(store, (line) => lines.push(line));
  const failed = (error: Parameters<typeof listFailed>[2]): void =>
    store.setState(listFailed(store.getState(), 'bids', error, NOON, null), true);
  failed({ kind: 'server-fault', status: 503, waitMs: null, said: 'hidden', reached: 'yes' });
  failed({ kind: 'server-fault', status: 503, waitMs: null, said: 'hidden', reached: 'yes' });
  failed({ kind: 'unreachable', why: 'refused', where: 'hidden.example', reached: 'no' });
  const now = NOON + 90_000;
  store.setState(
    rowsArrived({ ...store.getState(), now }, 'bids', whole(bid('a')), { at: now, sequence: 1 }, now),
    true,
  );
  stop();
  expect(lines).toEqual(['bids: server-fault: 503', 'bids: unreachable: refused', 'bids: read again after 1m']);
});
