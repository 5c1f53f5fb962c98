import { expect, test } from 'vitest';
import { exporterProgram } from '../../../src/features/metrics/exporter.ts';
import { sentBy } from '../../app/runtime-of.ts';

test('an exporter sends no change, whatever asks its runtime to', async () => {
  expect((await sentBy(exporterProgram)).writes).toBe(0);
});
