import { expect, test } from 'vitest';
import { NAMED, refusing } from '../../../stories/refusing.ts';
import { openExporter, scrapeUntil } from './exporter.ts';

test('a token that may not read one list has its metric, and the exporter serves the other lists', async () => {
  const { env } = await refusing(/api-keys/);
  const exporter = await openExporter(env);
  const text = await scrapeUntil(
    exporter,
    (found) => /^spotdeck_bids\{/m.test(found) && /forbidden\{list="api-keys"\} 1/.test(found),
  );
  expect(text).toContain('spotdeck_list_up{list="api-keys"} 0');
  expect(text).toContain('spotdeck_list_up{list="bids"} 1');
  expect(text).toContain('spotdeck_list_forbidden{list="bids"} 0');
  expect(exporter.stderr().match(NAMED)).toHaveLength(1);
});
