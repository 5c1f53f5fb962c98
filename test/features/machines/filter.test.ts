import { expect, test } from 'vitest';
import { parseFilter } from '../../../src/resources/filter/parse.ts';
import { loadedFeatures } from '../../features-loaded.ts';

test('a filter with a misspelt column of machines says which one is meant', () => {
  const why = 'There is no column idel. Did you mean idle? Put a word with > in quotes.';
  expect(parseFilter('idel>10m', loadedFeatures.panes.bids.columns)).toEqual({ ok: false, error: { at: 0, why } });
});
