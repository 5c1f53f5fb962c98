import { pageRetryAfter } from '../api/backoff.ts';
import type { PageRetry } from '../api/list-pages.ts';
import { pause } from '../lib/clock.ts';
import { system } from '../system/system.ts';

/** Waits as a console does before a page of a list is requested again, which is what a command has time for. */
export const retryPage: PageRetry = async (error, attempt) => {
  const { clock, random } = system();
  const waitMs = pageRetryAfter(error, attempt, random());
  if (waitMs === null) return false;
  await pause(clock, waitMs);
  return true;
};
