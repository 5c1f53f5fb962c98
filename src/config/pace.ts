import type { Pace } from '../store/defaults.ts';
import type { Settings } from './settings.ts';

/** How often lists are polled, as set. */
export const paceOf = ({
  refresh,
  refreshHidden,
  maxRequests,
}: Pick<Settings, 'refresh' | 'refreshHidden' | 'maxRequests'>): Pace => ({
  visibleMs: refresh * 1000,
  hiddenMs: refreshHidden * 1000,
  maxRequests,
});
