import { expect, test } from 'vitest';
import { answer, tapTwice, typedAgain } from '../driver/answer.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { evidenceOf } from './evidence.ts';
import { BIDS, changed, named, STILL, VOLUMES } from './service.ts';

test('a new limit price shows old and new, is all that is sent, and can be undone', async () => {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const console = await openDemo({ service: evidence });
  await console.pane('bids').select('train-llama').do('edit-bid');
  await console.see('Change train-llama');
  console.type('30');
  await console.see('$30.00 × 8 = $240.00 /h at most');
  console.do('review');
  await console.see(/Limit price\s+\$26\.05 → \$30\.00/);
  await answer(console, 'Enter');
  await console.see('Changed train-llama. Press u to undo.');
  await console.see(/train-llama .* \$30\.00/);
  const bid = await named(market, BIDS, 'train-llama');
  expect(bid).toMatchObject({ limit_price: '$30.00' });
  console.do('undo');
  await answer(console, 'y');
  await console.see('Put train-llama back as it was.');
  await console.see(/train-llama .* \$26\.05/);
  expect(await named(market, BIDS, 'train-llama')).toMatchObject({ limit_price: '$26.05' });
  const path = `/v2/spot/bids/${String(bid?.['fid'])}`;
  expect(evidence.writes()).toEqual([
    { method: 'PATCH', path, body: '{"limit_price":"$30.00"}' },
    { method: 'PATCH', path, body: '{"limit_price":"$26.05"}' },
  ]);
});

test('a price that somebody else set while the form was open is not overwritten unseen: the review has it, and the guard asks', async () => {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const console = await openDemo({ service: evidence });
  await console.pane('bids').select('render').do('edit-bid');
  await console.see('Change render');
  const before = String((await named(market, BIDS, 'render'))?.['limit_price']);
  console.type('1.50');
  await changed(market, 'render', { limit_price: '$3.00' });
  await console.see(`The limit price is $3.00 now; it was ${before} when this form was opened.`);
  console.do('review');
  await console.see(/Limit price\s+\$3\.00 → \$1\.50/);
  await console.see('$1.50 is half the old price of $3.00 or less, and 3 instances are running.');
  await answer(console, 'Enter');
  await console.see('Type $1.50 to send it');
  expect(evidence.writes()).toEqual([]);
  await changed(market, 'render', { limit_price: '$4.00' });
  await console.see(/Limit price\s+\$4\.00 → \$1\.50 \(changed\)/);
  await typedAgain(console, '1.5');
  await console.see('Changed render.');
  expect(evidence.writes().map(({ body }) => body)).toEqual(['{"limit_price":"$1.50"}']);
});

test('volumes are sent as the whole list, and only when they changed', async () => {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const console = await openDemo({ service: evidence });
  await console.pane('bids').select('train-llama').do('edit-bid');
  await console.see('Change train-llama');
  console.do('review');
  await console.see('Nothing has changed, so there is nothing to send.');
  console.press('Tab');
  console.type('image');
  console.press('Space', 'Ctrl-S');
  await console.see(/Volumes\s+ckpt, imagenet → ckpt/);
  await answer(console, 'Enter');
  await console.see('Changed train-llama.');
  const volumes = [(await named(market, VOLUMES, 'ckpt'))?.['fid']];
  expect(evidence.writes().map(({ body }) => body)).toEqual([JSON.stringify({ volumes })]);
  expect(await named(market, BIDS, 'train-llama')).toMatchObject({
    limit_price: '$26.05',
    launch_specification: { volumes },
  });
});

test('pausing a bid with running instances takes two taps, and u resumes it', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  await console.pane('bids').select('train-llama').do('pause-bid');
  await console.see('p again: pause train-llama, 8 running instances stop ($208.40/h). Esc leaves it.');
  expect(await named(market, BIDS, 'train-llama')).toMatchObject({ status: 'Allocated' });
  await answer(console, 'p');
  await console.see('Paused train-llama. Press u to undo: the bid is resumed, but the stopped work is lost.');
  await console.see(/train-llama\s+‖ paused/);
  expect(await named(market, BIDS, 'train-llama')).toMatchObject({ status: 'Paused' });
  await console.pane('bids').select('train-llama').do('pause-bid');
  await console.see('train-llama is paused already.');
  console.do('undo');
  await answer(console, 'y');
  await console.see('Resumed train-llama.');
  expect((await named(market, BIDS, 'train-llama'))?.['status']).not.toBe('Paused');
});

test('all shown bids are paused together, with one summary and one undo', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  console.type('/sweep');
  console.press('Enter');
  await console.see('3 of 14');
  console.press('*');
  await tapTwice(console, 'p');
  await console.see('Paused 3 of 3 bids. Press u to undo: ');
  for (const name of ['sweep-a', 'sweep-b', 'sweep-c']) {
    expect(await named(market, BIDS, name)).toMatchObject({ status: 'Paused' });
  }
  console.do('undo');
  await answer(console, 'y');
  await console.see('Resumed 3 of 3 bids.');
});

test('a read-only console reports that at every key that would change something, and sends nothing', async () => {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const console = await openConsole({ args: [], env: { ...evidence.env, SPOTDECK_READ_ONLY: '1' } });
  await console.see('READ-ONLY');
  await console.seeLoaded('14 bids');
  const keys = { 1: 'prenNx', 3: 'nx', 4: 'n', 5: 'nx' };
  for (const [pane, refused] of Object.entries(keys)) {
    for (const key of refused) {
      // Going to the pane removes the last notice, so that the next one is a new one.
      console.type(pane === '1' ? '21' : `1${pane}`);
      await console.gone('is read-only');
      console.type(key);
      await console.see('This console is read-only');
    }
  }
  for (const way of [':pause the bid\r', 'u']) {
    console.type('21');
    await console.gone('is read-only');
    console.type(way);
    await console.see('This console is read-only');
  }
  expect(evidence.saw('/v2/spot/bids')).toBe(true);
  expect(evidence.writes()).toEqual([]);
});

test('r resumes paused bids, and marked bids are paused and resumed together', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  await console.pane('bids').select('distill').focus();
  await console.seeSelected('Bids', /distill\s+‖ paused/);
  await tapTwice(console, 'r');
  await console.see('Resumed distill.');
  expect((await named(market, BIDS, 'distill'))?.['status']).not.toBe('Paused');
  await console.pane('bids').select('pretrain-b200').do('mark');
  // Marking moves the cursor, so the next row is looked for only afterwards.
  await console.see('1 marked');
  await console.pane('bids').select('train-llama').do('mark');
  await console.see('2 marked');
  await tapTwice(console, 'p');
  await console.see('Paused 2 of 2 bids. Press u to undo: ');
  await console.pane('bids').select('pretrain-b200').do('mark');
  // Marking moves the cursor, so the next row is looked for only afterwards.
  await console.see('1 marked');
  await console.pane('bids').select('train-llama').do('mark');
  await console.see('2 marked');
  await tapTwice(console, 'r');
  await console.see('Resumed 2 of 2 bids.');
  for (const name of ['pretrain-b200', 'train-llama'])
    expect((await named(market, BIDS, name))?.['status']).not.toBe('Paused');
});
