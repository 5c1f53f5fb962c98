import { expect, onTestFinished, test } from 'vitest';
import { retryToken } from '../../../../../src/app/watch-token.ts';
import { refuses } from '../../../../faults/faults.ts';
import { exporting, OUTAGE_MS, ofAll, RECOVERS_MS, ticks } from '../outage.ts';

test('a token that is refused for two minutes is said by its metric, and the same token is tried again until it is accepted', async () => {
  const { fixture, values } = await exporting();
  const token = (): string => fixture.market.token;
  onTestFinished(retryToken(fixture.store, { token, remote: fixture.remote }));
  expect(await values('spotdeck_token_refused')).toEqual({ '': 0 });
  fixture.wire.fault(refuses(401, 'The sign-in is out of order'));
  await ticks(fixture, OUTAGE_MS);
  expect(await values('spotdeck_token_refused')).toEqual({ '': 1 });
  expect(await values('spotdeck_list_up')).toEqual(ofAll(0));
  // Once at first, and once a minute.
  expect(await values('spotdeck_list_errors_total')).toEqual(ofAll(2));
  fixture.wire.fault(null);
  await ticks(fixture, RECOVERS_MS);
  expect(await values('spotdeck_token_refused')).toEqual({ '': 0 });
  expect(await values('spotdeck_list_up')).toEqual(ofAll(1));
});
