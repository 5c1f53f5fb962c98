import { expect, test } from 'vitest';
import { parseVariants } from '../../src/market/variants.ts';
import { openMarket } from '../driver/console.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';

type Finding = { readonly what: string; readonly health: string; readonly found: string; readonly hint: string | null };

test('doctor accepts a good connection, and shows the source of each setting but never the token', async () => {
  const { run, market } = await openScript();
  const { code, out } = await run(['doctor']);
  expect(code).toBe(0);
  expect(out).toMatch(/^ok +node +\d+\./m);
  expect(out).toMatch(/^ok +token +from SPOTDECK_TOKEN$/m);
  expect(out).toMatch(/^ok +bids +14 rows in 1 page, \d+ ms$/m);
  expect(out).toMatch(/^ok +api-keys/m);
  expect(out).not.toContain(market.token);
});

test('doctor reports how a service differs from the interface', async () => {
  const market = await openMarket({ ...STILL, variants: parseVariants('nulls=sparse') });
  const { run } = await openScript(market);
  const { code, out } = await run(['doctor', '--json']);
  expect(code).toBe(0);
  const findings: readonly Finding[] = JSON.parse(out);
  const bids = findings.filter(({ what }) => what === 'bids');
  expect(bids).toMatchObject([
    { health: 'warning', found: expect.stringContaining('missing in some rows: deactivated_at') },
  ]);
});

test('doctor reports failures with their remedies, and ends with 1', async () => {
  const { run, market } = await openScript();
  const wrong = await run(['doctor'], { SPOTDECK_TOKEN: 'wrong' });
  expect(wrong.code).toBe(1);
  expect(wrong.out).toMatch(/^failure +bids +The service did not accept the token/m);
  await market.stop();
  expect((await run(['doctor'])).out).toMatch(
    /^failure +bids +The service at 127\.0\.0\.1:\d+ refused the connection\.$/m,
  );
  const none = await run(['doctor'], { SPOTDECK_BASE_URL: undefined });
  expect(none.out).toMatch(/^failure +service +No service is set\.\n +Run "spotdeck login"/m);
});
