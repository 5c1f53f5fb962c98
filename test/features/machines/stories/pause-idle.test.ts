import { expect, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openMarket } from '../../../driver/console.ts';
import { openDemo } from '../../../driver/demo.ts';
import { evidenceOf } from '../../../stories/evidence.ts';
import { BIDS, named, STILL } from '../../../stories/service.ts';

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

test('p in Instances leaves out a bid with running instances that are not marked', async () => {
  const console = await openDemo({ args: ['--machines', 'all'], columns: 160, rows: 45 });
  console.do('pane-instances');
  console.type('/bid:=finetune-mistral | name:=train-llama-0\r');
  await console.see('5 of 38');
  console.do('mark-shown');
  await console.see('5 marked');
  console.press('p');
  await console.see('▸ p again: pause finetune-mistral, 4 running instances stop ($86.60/h).');
  await console.see('train-llama is left out: 7 of its 8 running instances are not marked. Pause it in Bids.');
  console.press('p');
  await console.see('Paused finetune-mistral.');
  await console.see(/train-llama +● allocated/);
  await console.see('1 marked');
});

test('/idle>30m * p p in Bids pauses the bids of which every machine idles', async () => {
  const console = await openDemo({ args: ['--machines', 'all'], columns: 160, rows: 45 });
  console.do('pane-bids');
  console.type('/idle>30m name:finetune\r');
  await console.see('1 of 14');
  console.do('mark-shown');
  await console.see('1 marked');
  console.press('p');
  await console.see('▸ p again: pause finetune-mistral, 4 running instances stop ($86.60/h).');
  console.press('p');
  await console.see('Paused finetune-mistral.');
});

test('p in Machines pauses the bid of the marked GPUs', async () => {
  const console = await openDemo({ args: ['--machines', 'all'], columns: 160, rows: 45 });
  await console.pane('bids').select('pretrain-b200').do('machines');
  await console.see('/bid:=pretrain-b200');
  console.do('machines');
  console.type('/notebooks\r');
  await console.see('2 of ');
  console.do('mark-shown');
  await console.see('2 marked');
  console.press('p');
  await console.see('▸ p again: pause notebooks, 2 running instances stop ($3.50/h).');
  console.press('p');
  await console.see('Paused notebooks.');
});

test('marked instances of two bids are two requests, and none before the second tap', async () => {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const console = await openDemo({ service: evidence, columns: 160, rows: 45 });
  console.do('pane-instances');
  console.type('/bid:=sweep-a | bid:=notebooks\r');
  await console.see('6 of 38');
  console.do('mark-shown');
  await console.see('6 marked');
  console.press('p');
  await console.see('▸ p again: pause 2 bids, 6 running instances stop ($22.70/h).');
  expect(evidence.writes()).toEqual([]);
  console.press('p');
  await console.see('Paused 2 of 2 bids.');
  const fids = await Promise.all(
    ['notebooks', 'sweep-a'].map(async (name) => (await named(market, BIDS, name))?.['fid']),
  );
  expect(
    evidence
      .writes()
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted(),
  ).toEqual(fids.map((fid) => `PATCH /v2/spot/bids/${String(fid)}`).toSorted());
  expect(evidence.writes().map(({ body }) => body)).toEqual(['{"paused":true}', '{"paused":true}']);
});

test('in a production profile the count of bids is typed', async () => {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const console = await openDemo({ service: evidence, env: { SPOTDECK_PRODUCTION: '1' }, columns: 160, rows: 45 });
  console.do('pane-instances');
  console.type('/bid:=notebooks\r');
  await console.see('2 of 38');
  console.do('mark-shown');
  await console.see('2 marked');
  console.press('p');
  await console.see('Type 1 and press Enter to confirm');
  console.type('1');
  expect(evidence.writes()).toEqual([]);
  await answer(console, 'Enter');
  await console.see('Paused notebooks.');
  expect(evidence.writes()).toHaveLength(1);
});
