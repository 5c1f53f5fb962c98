import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { API_KEYS, STILL } from './service.ts';

test('revoking the key of this console requires its name; the rows stay and another token signs in', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  const created = await fetch(`${market.origin}${API_KEYS}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${market.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'spare', expires_at: '2030-01-01T00:00:00Z' }),
  });
  const spare: unknown = await created.json();
  const secret = typeof spare === 'object' && spare !== null && 'secret' in spare ? String(spare.secret) : '';
  await console.pane('apiKeys').select('console').do('revoke-api-key');
  await console.see('it will be signed out too');
  console.type('console');
  await console.see('> console');
  await answer(console, 'Enter');
  await console.see('✖ signed out');
  await console.see(/pretrain-b200\s+● allocated/);
  console.press('Esc', 'Esc');
  await console.see('Press P to sign in with another token.');
  console.do('sign-in');
  console.paste(secret);
  await console.see('Token: ***');
  expect(console.shows(secret)).toBe(false);
  console.press('Enter');
  await console.see('● live');
  expect(console.raw()).not.toContain(secret);
});
