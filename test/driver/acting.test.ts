import { expect, test } from 'vitest';
import { answer } from './answer.ts';
import { openDemo } from './demo.ts';

test('a command runs on the named row, wherever the cursor and the focus were', async () => {
  const console = await openDemo();
  await console.pane('volumes').select('scratch').focus();
  await console.seeSelected('Volumes', 'scratch');
  await console.pane('bids').select('train-llama-eu').do('cancel-bid');
  await console.see('Cancel the bid train-llama-eu');
  console.do('decline');
  await console.gone('Cancel the bid');
  await console.pane('bids').select('train-llama').do('pause-bid');
  await answer(console, 'p');
  await console.see('Paused train-llama.');
});

test('a row is found on another page, down and back up', async () => {
  const console = await openDemo();
  await console.pane('instances').select('train-llama-7').focus();
  await console.seeSelected('Instances', 'train-llama-7');
  await console.pane('instances').select('batch-embed-1').do('detail');
  await console.see('instance batch-embed-1');
});

test('an unknown command or a missing row presses no key', async () => {
  const console = await openDemo();
  expect(() => console.do('pause')).toThrow('There is no command pause.');
  const bids = console.pane('bids');
  await expect(bids.do('delete-volume')).rejects.toThrow('delete-volume is no command of bids.');
  await expect(bids.select('train').do('cancel-bid')).rejects.toThrow(/"train" in Bids[\s\S]*pretrain-b200/);
  expect(console.shows('Cancel the bid')).toBe(false);
});
