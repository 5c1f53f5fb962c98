import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { evidenceOf } from './evidence.ts';
import { seated } from './seated.ts';

test('on a screen below 40 × 10 no key acts: p p and x y send nothing, and what was asked before waits until it can be seen', async () => {
  const { console, evidence } = await seated();
  await console.pane('bids').select('train-llama').do('cancel-bid');
  await console.see('▸ y confirm');
  console.resize(39, 9);
  await console.see('spotdeck needs 40 × 10');
  console.press('y', 'p', 'p', 'x', 'y', '*', 'u', 'y');
  console.resize(160, 45);
  await console.see('Cancel the bid train-llama');
  console.press('Esc');
  await console.gone('Cancel the bid');
  expect(evidence.writes()).toEqual([]);
});

test('r on a running bid says that it is not paused; u of a resume names what stops before anything is sent', async () => {
  const market = await openMarket();
  const evidence = await evidenceOf(market);
  const console = await openDemo({ service: evidence });
  await console.pane('bids').select('train-llama').do('resume-bid');
  await console.see('train-llama is not paused.');
  await console.pane('bids').select('distill').do('resume-bid');
  await answer(console, 'r');
  await console.see('Resumed distill.');
  await console.see(/distill +● allocated/);
  expect(evidence.writes()).toHaveLength(1);
  console.do('undo');
  await console.see('distill: pause it');
  await console.see(/(instances? stops?|what runs on it stops)\b/i);
  console.press('Esc');
  expect(evidence.writes()).toHaveLength(1);
});

test('p held down pauses nothing, where the keyboard repeats at once and where it waits first', async () => {
  const { console, evidence } = await seated();
  await console.pane('bids').select('train-llama').do('pause-bid');
  await console.see('▸ p again');
  console.press(...Array.from({ length: 20 }, () => 'p' as const));
  await console.gone('again: pause train-llama');
  expect(evidence.writes()).toEqual([]);
});
