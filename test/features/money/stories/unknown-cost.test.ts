import { expect, test } from 'vitest';
import { openConsole, openMarket } from '../../../driver/console.ts';
import { alteredMarket } from '../../../stories/altered.ts';
import { BIDS, named, STILL } from '../../../stories/service.ts';

test('beside a running bid whose price can not be read, header, $ and budget say at least and name the bid, and nothing is called at most', async () => {
  const market = await openMarket(STILL);
  const { env } = await alteredMarket(market, (row) =>
    row['name'] === 'train-llama' && 'limit_price' in row ? { ...row, limit_price: 'twelve' } : row,
  );
  const console = await openConsole({ args: ['--budget-per-hour', '725'], env });
  await console.see('at least $351.75/h, 1 unknown');
  await console.see('▲ BUDGET AT LEAST 64 %');
  expect(console.line(0)).not.toContain('at most');
  console.do('money');
  await console.see(/Everything +31\/47 +≥\$351\.75 +≥\$465\.70/);
  await console.see('Committed: at least 64 % of the budget of $725.00; whether it is kept is not known');
  console.press('G');
  await console.see(/train-llama +8\/8 +\? +\?/);
  await console.see('The cost of train-llama is not known: a limit price or quantity can not be read');
});

test('members of another type than the interface says leave a row where it is: all is summed that can be, and its bid can be paused', async () => {
  const market = await openMarket(STILL);
  const odd = { created_by: { id: 7 }, created_at: 5, region: {}, deactivated_at: false };
  const { env } = await alteredMarket(market, (row, path) =>
    path.endsWith('/bids') && row['name'] !== 'render' ? { ...row, ...odd } : row,
  );
  const console = await openConsole({ args: [], env });
  await console.see('$560.15/h at most');
  await console.see('13 unreadable');
  await console.see(/train-llama +● allocated .* \? +8\/8 +\$26\.05 +\$208\.40 +\?/);
  await console.pane('bids').select('sweep-c').do('detail');
  await console.see(/region +region is not text/);
  console.press('Esc');
  console.do('pause-bid');
  await console.see('Paused sweep-c');
  expect(await named(market, BIDS, 'sweep-c')).toMatchObject({ status: 'Paused' });
});
