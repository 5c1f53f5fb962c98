import { expect, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openDemo } from '../../../driver/demo.ts';

test('Tab in Machines shows all GPUs of the demo, the keys of an instance act on the one under the cursor, and Tab is back in the table', async () => {
  const console = await openDemo();
  console.press('m');
  await console.see(/finetune-mistral-2 .* 0%/);
  console.type('/finetune-mistral-2\r\t');
  await console.see('Machines: all GPUs by bid, SIMULATED');
  await console.see(/4 idle · \$86\.60\/h at most/);
  await console.see(/finetune-mistral-2 +GPU \d +▲ idle +\d%.*nothing since \d\d:\d\d/);
  console.press('h');
  await console.see('[Story]');
  console.press('Esc');
  await console.gone('[Story]');
  console.press('i');
  await console.seeSelected('Bids', 'finetune-mistral');
  console.press('p');
  await console.see(/p again: pause finetune-mistral, 4 running instances stop/);
  await answer(console, 'p');
  console.press('m');
  await console.see('m Machines');
  console.press('Tab');
  await console.see('Machines: all GPUs by bid');
  expect(console.screen().join('\n')).not.toMatch(/^│ finetune-mistral /m);
  console.press('q');
  await console.gone('Machines: all GPUs');
});
