import { expect, test } from 'vitest';
import { machineClock as clock } from '../../src/lib/clock.ts';
import { startInBackground } from '../../src/system/background-program.ts';
import { createDaemon } from '../driver/daemon.ts';

test('a program that leaves another one behind with its output open has ended, with all that it printed', async () => {
  const daemon = createDaemon();
  const lines: string[] = [];
  const { ended } = startInBackground({
    program: 'sh',
    args: ['-c', `echo begun; ${daemon.start} echo over; exit 3`],
    values: {},
    maxMs: 600_000,
    clock,
    printed: (more) => lines.push(...more),
  });
  expect(await ended).toEqual({ ok: false, how: expect.stringMatching(/^ended with code 3 after \d+m?s$/) });
  expect(lines).toEqual(['begun', 'over']);
  await expect.poll(daemon.started, { timeout: 100_000 }).toBe(1);
});
