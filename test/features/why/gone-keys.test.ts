import { expect, test } from 'vitest';
import { checkKeyOverrides } from '../../../src/screen/keymap/rebind.ts';
import { loadedFeatures } from '../../features-loaded.ts';

test('a key for the incidents, which are gone, is no fault in a file of the last release', () => {
  expect(checkKeyOverrides(loadedFeatures, new Map([['incidents', ['J']]])).ok).toBe(true);
});
