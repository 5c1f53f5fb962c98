import { Cron } from 'croner';
import type { Rule } from './rule.ts';

/** What is wrong in a rule: the key in the config file, and why, without a final period. */
type Wrong = { readonly key: string; readonly why: string };

/** Returns the first fault of a rule that its parts alone don't show; null when there is none. */
export function wrongInRule(rule: Rule): Wrong | null {
  if (rule.kind !== 'schedule') return null;
  if (!isZone(rule.zone)) return { key: 'zone', why: `there is no time zone ${rule.zone}` };
  if (rule.pause === null) return { key: 'pause', why: 'a schedule needs pause, a cron expression' };
  return (
    wrongCron('pause', rule.pause, rule.zone) ??
    (rule.resume === null ? null : wrongCron('resume', rule.resume, rule.zone))
  );
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function wrongCron(key: string, expression: string, timezone: string): Wrong | null {
  try {
    const next = new Cron(expression, { timezone, mode: '5-part' }).nextRun();
    return next === null ? { key, why: `no time ever matches ${expression}` } : null;
  } catch {
    return { key, why: `${expression} is not a cron expression of five parts, such as 0 20 * * 1-5` };
  }
}
