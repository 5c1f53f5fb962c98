import { accountOn } from '../console.ts';
import type { Program } from '../timed.ts';

/** The console of a built program on a service, with an interval of refreshes in seconds. */
export const refreshedConsole = (program: string, address: string, refresh: number): Program => ({
  command: process.execPath,
  args: [program, '--refresh', String(refresh), '--refresh-hidden', String(Math.max(10, refresh)), '--reach', 'off'],
  env: accountOn(address),
});
