import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { MINUTE_MS } from '../../../../src/lib/duration.ts';
import { budgetRule, by, idleRule, ladderRule, scheduleRule, spreadRule } from '../engine/made-rules.ts';
import { cents } from '../engine/made-view.ts';

export function rulesWith(maxWrites: number, cost: number): readonly Rule[] {
  const maxCost = cents(cost);
  const step = { kind: 'amount', micros: 250_000n } as const;
  const places = ['eu-n1', 'us-e1'].map((region) => ({ type: '8xh100', region, limit: cents(300) }));
  return [
    scheduleRule({ maxWrites, maxCost, name: 'hours', pause: '5,25,45 * * * *', resume: '15,35,55 * * * *' }),
    ladderRule({ maxWrites, maxCost, bids: by('climb'), waitMs: 2 * MINUTE_MS, cap: cents(400), step }),
    spreadRule({ maxWrites, maxCost, like: 'like-this', quantity: 1, cancelRunning: true, places }),
    idleRule({ maxWrites, name: 'lazy', bids: by('idle'), afterMs: 5 * MINUTE_MS }),
    budgetRule({ maxWrites, name: 'money', perHour: cents(1200), pause: ['idle', 'climb', 'train'] }),
  ];
}
