import { expect, test } from 'vitest';
import { topProgram } from '../../../src/features/machines/commands/top-targets.ts';
import { sentBy } from '../../app/runtime-of.ts';

test('top sends no change, whatever asks its runtime to, and reads the lists that its record names', async () => {
  expect(await sentBy(topProgram)).toMatchObject({ writes: 0, visible: ['instances', 'bids'] });
});
