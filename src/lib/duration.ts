const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const MINUTE_MS = MINUTE;
export const HOUR_MS = HOUR;
export const DAY_MS = DAY;

/** The largest unit, rounded down: `45s`, `12m`, `5h`, `3d`. */
export function shortDuration(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)}h`;
  return `${Math.floor(ms / DAY)}d`;
}

const [FIRST_STEP, STEP] = [2 * SECOND, 10 * SECOND];

/** In steps, `2s`, `10s`, `20s`, `1m`: rounded up, so rows never look younger and an idle screen is seldom drawn. */
export function ageInSteps(ms: number): string {
  if (ms > MINUTE - STEP) return shortDuration(Math.max(ms, MINUTE));
  const step = ms <= STEP ? FIRST_STEP : STEP;
  return shortDuration(Math.max(FIRST_STEP, Math.ceil(ms / step) * step));
}

/** `0:07`, `12:04`, `1:02:03`. */
export function playTime(ms: number): string {
  const pad = (part: number): string => String(part).padStart(2, '0');
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const rest = `${ms < HOUR ? minutes : pad(minutes)}:${pad(Math.floor((ms % MINUTE) / SECOND))}`;
  return ms < HOUR ? rest : `${Math.floor(ms / HOUR)}:${rest}`;
}

/** `–` when unknown. */
export function age(then: number | null, now: number): string {
  return then === null ? '–' : shortDuration(now - then);
}

/** `2026-11-20 22:24:31 UTC`. */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `22:24:31` in the machine's time zone. */
export function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

export function isoTime(at: number): string;
export function isoTime(at: number | null): string | null;
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
