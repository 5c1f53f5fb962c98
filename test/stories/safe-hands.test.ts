import { expect, test } from 'vitest';
import { answer, tapTwice } from '../driver/answer.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { seated } from './evidence.ts';
import { STILL } from './service.ts';

test('p on a running bid asks for a second tap, Esc cancels, and the same key or y confirms', async () => {
  const { console, evidence, status } = await seated();
  await console.pane('bids').select('train-llama').do('pause-bid');
  await console.see('▸ p again: pause train-llama, 8 running instances stop ($208.40/h). Esc leaves it.');
  console.press('Esc');
  await console.gone('p again');
  console.do('pause-bid');
  await console.see('▸ p again');
  console.press('j');
  await console.gone('p again');
  await console.seeSelected('Bids', 'distill');
  expect(evidence.writes()).toEqual([]);
  await console.pane('bids').select('train-llama').do('pause-bid');
  await answer(console, 'p');
  await console.see('Paused train-llama.');
  await console.pane('bids').select('finetune-mistral').do('pause-bid');
  await console.see('▸ p again: pause finetune-mistral');
  console.press('y');
  await console.see('Paused finetune-mistral.');
  expect([await status('train-llama'), await status('finetune-mistral')]).toEqual(['Paused', 'Paused']);
  expect(evidence.writes()).toHaveLength(2);
});

test('"please" pasted into a list without brackets pauses nothing, nor does "pp"', async () => {
  const { console, evidence } = await seated();
  await console.pane('bids').select('train-llama').focus();
  console.type('please');
  await console.see('Change train-llama');
  console.press('Esc');
  await console.see('The input in this form will be lost.');
  await answer(console, 'y');
  await console.gone('Change train-llama');
  console.type('pp');
  await console.see('▸ p again: pause train-llama');
  console.type('py');
  console.press('Esc');
  await console.gone('p again');
  // Where nothing runs one key is enough, but not one of several that come together.
  console.type('/sweep-c\rpp');
  await console.see('p again: pause sweep-c. Esc leaves it.');
  expect(evidence.writes()).toEqual([]);
});

test.each([
  ['before', 'run-away was not paused: it is still allocated.', 'Allocated'],
  ['after', 'run-away was paused.', 'Paused'],
] as const)(
  'a pause whose answer was lost (%s it was carried out) is settled in words by the lists',
  async (when, said, ends) => {
    const { console, evidence, status } = await seated();
    await console.pane('bids').select('train-llama').focus();
    evidence.cutNext(when);
    await tapTwice(console, 'p');
    await console.see(said.replace('run-away', 'train-llama'), { timeout: 45_000 });
    expect(await status('train-llama')).toBe(ends);
    expect(evidence.writes()).toHaveLength(1);
    if (when === 'before') return;
    console.do('undo');
    await console.see('train-llama: resume it');
  },
);

test('a sentence longer than the screen is wide is shown completely', async () => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: [], env: market.env, columns: 60, rows: 20 });
  // Bids and instances are there.
  await console.see(/train-llama .* 8\/8/);
  await console.pane('bids').select('train-llama').focus();
  await tapTwice(console, 'p');
  await console.until('the whole sentence', (screen) =>
    screen
      .screen()
      .join(' ')
      .replace(/\s+/g, ' ')
      .includes('Paused train-llama. Press u to undo; the stopped work stays lost.'),
  );
});
