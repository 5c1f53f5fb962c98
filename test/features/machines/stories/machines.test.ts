import { expect, test } from 'vitest';
import { openConsole, openMarket } from '../../../driver/console.ts';
import { descendantsOf } from '../../../driver/processes.ts';
import { STILL } from '../../../stories/service.ts';

test('addresses for documentation, as the market has them, are never tried', async () => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: ['--machines', 'all'], env: market.env });
  await console.seeLoaded('14 bids');
  await console.see(/pretrain-b200-0 .*bad addr/);
  expect(descendantsOf(console.pid)).toEqual([]);
});
