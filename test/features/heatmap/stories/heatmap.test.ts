import { expect, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openDemo } from '../../../driver/demo.ts';

test('M shows all GPUs of the demo, finds what rests, and pauses its bid after a second tap; then the bid is gone from it', async () => {
  const console = await openDemo();
  console.press('M');
  await console.see('Heat map of all GPUs, SIMULATED');
  await console.see(/4 idle · \$86\.60\/h at most/);
  console.press('n');
  await console.see(/finetune-mistral-\d +GPU \d +▲ idle +\d%.*nothing since \d\d:\d\d/);
  console.press('p');
  await console.see(/p again: pause finetune-mistral, 4 running instances stop/);
  await answer(console, 'p');
  await console.see('The machine under the cursor no longer runs.');
  expect(console.screen().join('\n')).not.toMatch(/^│ finetune-mistral /m);
  console.press('h', 'Enter');
  await console.see(/m Machines . SIMULATED/);
});
