import { parseArgs } from 'node:util';
import { soak } from './soak.ts';

/**
 * npm run soak                   the program itself for an hour: ends with 1 when its memory or its processor time grows
 * npm run soak -- --minutes 12   for less
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
if (!(Number.isInteger(minutes) && minutes >= 3))
  throw new Error('Give a whole number of minutes, at least three: --minutes 12.');
process.exitCode = await soak(minutes);
