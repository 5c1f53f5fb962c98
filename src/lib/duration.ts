const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lengths of time in milliseconds. */
export const MINUTE_MS = MINUTE;
export const HOUR_MS = HOUR;
export const DAY_MS = DAY;

/** Formats a duration in milliseconds in its largest unit, rounded down: `45s`, `12m`, `5h`, `3d`. Below zero counts as zero. */
export function shortDuration(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)}h`;
  return `${Math.floor(ms / DAY)}d`;
}

/** Steps in which the age of what was read grows: up to ten seconds, and up to a minute. */
const [FIRST_STEP, STEP] = [2 * SECOND, 10 * SECOND];

/**
 * Formats the age in milliseconds of what was read, in steps below a minute: `2s`, `4s`, `10s`, `20s`, `50s`, `1m`. It is rounded up, so
 * that rows are never said to be younger than they are, and a screen on which nothing happens is seldom written to.
 */
export function ageInSteps(ms: number): string {
  if (ms > MINUTE - STEP) return shortDuration(Math.max(ms, MINUTE));
  const step = ms <= STEP ? FIRST_STEP : STEP;
  return shortDuration(Math.max(FIRST_STEP, Math.ceil(ms / step) * step));
}

/** Formats a duration in milliseconds to the second, as players do: `0:07`, `12:04`, `1:02:03`. */
export function playTime(ms: number): string {
  const pad = (part: number): string => String(part).padStart(2, '0');
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const rest = `${ms < HOUR ? minutes : pad(minutes)}:${pad(Math.floor((ms % MINUTE) / SECOND))}`;
  return ms < HOUR ? rest : `${Math.floor(ms / HOUR)}:${rest}`;
}

/** Formats the age of a time, `–` when unknown. Both in milliseconds since 1970. */
export function age(then: number | null, now: number): string {
  return then === null ? '–' : shortDuration(now - then);
}

/** Formats a time as `2026-11-20 22:24:31 UTC`. */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Formats a time of today as `22:24:31`, in the machine's time zone. */
export function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

/** A time as programs read it, RFC 3339 in UTC; null for none. */
export function isoTime(at: number): string;
export function isoTime(at: number | null): string | null;
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
