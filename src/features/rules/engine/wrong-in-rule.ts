import { wrongCron } from './cron-times.ts';
import type { LadderRule, Rule, ScheduleRule, SpreadRule } from './rule.ts';

/** What is wrong in a rule: the key in the config file, and why, without a final period. */
export type Wrong = { readonly key: string; readonly why: string };

/** Returns the first fault of a rule that its parts alone don't show; null when there is none. */
export function wrongInRule(rule: Rule): Wrong | null {
  switch (rule.kind) {
    case 'schedule':
      return wrongInSchedule(rule);
    case 'ladder':
      return wrongInLadder(rule);
    case 'spread':
      return wrongInSpread(rule);
    case 'idle':
      return null;
    case 'budget':
      if (rule.perHour === null && rule.perDay === null)
        return { key: 'per_hour', why: 'a budget needs per_hour, per_day or both' };
      return isZone(rule.zone) ? null : noZone(rule.zone);
  }
}

const noZone = (zone: string): Wrong => ({ key: 'zone', why: `there is no time zone ${zone}` });

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function wrongInSchedule({ pause, resume, zone }: ScheduleRule): Wrong | null {
  if (!isZone(zone)) return noZone(zone);
  if (pause === null) return { key: 'pause', why: 'a schedule needs pause, a cron expression' };
  for (const [key, times] of Object.entries({ pause, resume })) {
    const why = times === null ? null : wrongCron(times);
    if (why !== null) return { key, why };
  }
  return pause === resume ? { key: 'resume', why: 'pause and resume are the same times' } : null;
}

function wrongInLadder({ cap, lower, step, maxCost }: LadderRule): Wrong | null {
  const signs = new Set([cap, lower?.floor, maxCost].flatMap((price) => price?.sign ?? []));
  if (signs.size > 1) return { key: 'cap', why: 'cap, floor and max_cost are not of one currency' };
  if (lower !== null && lower.floor.micros > cap.micros) return { key: 'floor', why: 'the floor is above the cap' };
  if (step.kind === 'amount' && step.micros > cap.micros) return { key: 'cap', why: 'the cap is below one step' };
  if (step.kind === 'percent' && (step.percent <= 0 || step.percent > 100))
    return { key: 'step', why: 'a step is more than 0 % and at most 100 %' };
  return null;
}

function wrongInSpread({ places, maxCost }: SpreadRule): Wrong | null {
  const names = places.map(({ type, region }) => JSON.stringify([type, region]));
  const again = places.find((_, n) => names.indexOf(names[n] ?? '') !== n);
  if (again !== undefined) return { key: 'places', why: `${again.type} in ${again.region} is there twice` };
  const signs = new Set([...places.map(({ limit }) => limit.sign), ...(maxCost === null ? [] : [maxCost.sign])]);
  return signs.size > 1 ? { key: 'places', why: 'the limit prices and max_cost are not of one currency' } : null;
}

/** Returns the first name that two rules have, as `A` and `a` are one; null when each has its own. */
export function nameTwice(rules: readonly Pick<Rule, 'name'>[]): string | null {
  const names = rules.map(({ name }) => name.toLowerCase());
  return rules.find((_, n) => names.indexOf(names[n] ?? '') !== n)?.name ?? null;
}
