import { test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openDemo } from '../../../driver/demo.ts';

test('/idle>30m * p p in Instances pauses the bid whose job hangs, and u brings it back', async () => {
  const console = await openDemo({ args: ['--machines', 'all'], columns: 160, rows: 45 });
  console.do('pane-instances');
  console.type('/idle>30m bid:finetune\r');
  await console.see('4 of 38');
  console.do('mark-shown');
  await console.see('4 marked');
  console.press('p');
  await console.see('▸ p again: pause finetune-mistral, 4 running instances stop ($86.60/h).');
  console.press('p');
  await console.see('Paused finetune-mistral.');
  await console.see(/finetune-mistral +‖ paused/);
  console.do('undo');
  await console.see('finetune-mistral: resume it');
  await answer(console, 'y');
  await console.see('Resumed finetune-mistral.');
});
