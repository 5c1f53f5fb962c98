import { parseArgs } from 'node:util';

/**
 * npm run soak                   two hours of polls in fast motion
 * npm run soak -- 300            five minutes in fast motion
 * npm run soak -- --minutes 60   the program itself for an hour: ends with 1 when its memory or its files still grow
 */
const { values } = parseArgs({ allowPositionals: true, options: { minutes: { type: 'string' } } });
if (values.minutes === undefined) await import('./soak.ts');
else {
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('Give a number of minutes: --minutes 60.');
  const { soakConsole } = await import('./console.ts');
  process.exitCode = await soakConsole(minutes);
}
