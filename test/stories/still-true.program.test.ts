import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { passes } from '../driver/time.ts';
import { seated } from './evidence.ts';

test('a console that was stopped asks anew: a y typed while it stood still cancels nothing, and the next one does', async () => {
  const { console, evidence, status } = await seated();
  await console.pane('bids').select('train-llama').do('cancel-bid');
  await console.see('▸ y confirm');
  process.kill(console.pid, 'SIGSTOP');
  console.press('y');
  await passes(6000);
  process.kill(console.pid, 'SIGCONT');
  await console.see('y came too soon');
  expect(evidence.writes()).toEqual([]);
  await answer(console, 'y');
  await console.see('Cancelled train-llama.');
  expect(await status('train-llama')).toBe('Terminated');
  expect(evidence.writes()).toHaveLength(1);
});
