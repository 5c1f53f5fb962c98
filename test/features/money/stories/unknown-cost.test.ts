import { expect, test } from 'vitest';
import { openConsole, openMarket } from '../../../driver/console.ts';
import { alteredMarket } from '../../../stories/altered.ts';
import { STILL } from '../../../stories/service.ts';

test('beside a running bid whose price can not be read, header, $ and budget say at least and name the bid, and nothing is called at most', async () => {
  const market = await openMarket(STILL);
  const { env } = await alteredMarket(market, (row) =>
    row['name'] === 'train-llama' && 'limit_price' in row ? { ...row, limit_price: 'twelve' } : row,
  );
  const console = await openConsole({ args: ['--budget-per-hour', '725'], env });
  await console.see('at least $351.75/h, 1 unknown');
  await console.see('▲ BUDGET AT LEAST 64 %');
  expect(console.line(0)).not.toContain('at most');
  console.do('exposure');
  await console.see(/Everything +31\/47 +≥\$351\.75 +≥\$465\.70/);
  await console.see('Committed: at least 64 % of the budget of $725.00; whether it is kept is not known');
  console.press('G');
  await console.see(/train-llama +8\/8 +\? +\?/);
  await console.see('The cost of train-llama is not known: a limit price or quantity can not be read');
});
