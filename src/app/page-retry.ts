import { setTimeout as wait } from 'node:timers/promises';
import { pageRetryAfter } from '../api/backoff.ts';
import type { PageRetry } from '../api/list-pages.ts';

/** Waits as a console does before a page of a list is requested again, which is what a command has time for. */
export const retryPage: PageRetry = async (error, attempt) => {
  const waitMs = pageRetryAfter(error, attempt, Math.random());
  if (waitMs === null) return false;
  await wait(waitMs);
  return true;
};
