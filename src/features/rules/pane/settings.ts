import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/duration.ts';
import type { DetailLine } from '../../../resources/resource.ts';
import { priceText } from '../engine/price-text.ts';
import type { Rule, Selection, Step } from '../engine/rule.ts';

/** Formats a time of a rule exactly, as the config file has it: `90s`, `10m`, `2h`, `1d`. */
function timeText(ms: number): string {
  for (const [unit, length] of [
    ['d', DAY_MS],
    ['h', HOUR_MS],
    ['m', MINUTE_MS],
  ] as const)
    if (ms % length === 0) return `${ms / length}${unit}`;
  return `${ms / 1000}s`;
}

const selected = ({ kind, text }: Selection): string => (kind === 'set' ? `the pause set ${text}` : `filter ${text}`);

function stepText(step: Step, sign: string): string {
  switch (step.kind) {
    case 'amount':
      return `by ${priceText({ sign, micros: step.micros })}`;
    case 'percent':
      return `by ${step.percent} %`;
    case 'held':
      return 'to the limit price that would have held 90 % of the time';
  }
}

/** Returns what a rule does, in one line for each setting. */
function settingsOf(rule: Rule): readonly DetailLine[] {
  switch (rule.kind) {
    case 'schedule':
      return [
        { label: 'Bids', text: selected(rule.bids) },
        { label: 'Pauses', text: rule.pause === null ? 'never' : `at ${rule.pause} (cron), ${rule.zone}` },
        {
          label: 'Resumes',
          text: rule.resume === null ? 'never' : `at ${rule.resume} (cron), only what it has paused itself`,
        },
        {
          label: 'Missed',
          text: rule.missed === 'catch-up' ? 'the last missed time is done late' : 'missed times are skipped',
        },
      ];
    case 'ladder':
      return [
        { label: 'Bids', text: selected(rule.bids) },
        {
          label: 'Raises',
          text: `${stepText(rule.step, rule.cap.sign)}, after each ${timeText(rule.waitMs)} of waiting`,
        },
        { label: 'Cap', text: priceText(rule.cap) },
        {
          label: 'Lowers',
          text:
            rule.lower === null
              ? 'never'
              : `after ${timeText(rule.lower.afterMs)} allocated, not below ${priceText(rule.lower.floor)}`,
        },
      ];
    case 'spread':
      return [
        { label: 'Like', text: `the launch of ${rule.like}, ${rule.quantity} instances` },
        ...rule.places.map(({ type, region, limit }, n): DetailLine => {
          return { label: n === 0 ? 'Bids for' : '', text: `${type} in ${region} at ${priceText(limit)}` };
        }),
        {
          label: 'Cancels',
          text: rule.cancelRunning
            ? 'all but the one that stays'
            : 'all but the one that stays, if no instance of them runs',
        },
      ];
    case 'idle':
      return [
        { label: 'Bids', text: selected(rule.bids) },
        { label: 'Pauses', text: `when all machines of a bid are idle for ${timeText(rule.afterMs)}` },
      ];
    case 'budget':
      return [
        {
          label: 'Per hour',
          text: rule.perHour === null ? 'no budget' : `${priceText(rule.perHour)} for all running bids`,
        },
        { label: 'Per day', text: rule.perDay === null ? 'no budget' : `${priceText(rule.perDay)}, ${rule.zone}` },
        ...rule.pause.map(
          (filter, n): DetailLine => ({ label: n === 0 ? 'Pauses' : 'then', text: `filter ${filter}` }),
        ),
      ];
  }
}

/** Returns the most that the bids which a rule makes run may cost; null for a rule that only ends costs. */
export const maxCostWords = ({ maxCost }: Rule): string | null =>
  maxCost === null ? null : `${priceText(maxCost)} per hour for the bids that it makes run`;

/** Returns the settings of a rule, with its limits. */
export function settingLines(rule: Rule): readonly DetailLine[] {
  const money = maxCostWords(rule);
  return [
    { label: 'Kind', text: rule.kind },
    ...settingsOf(rule),
    { label: 'Writes', text: `at most ${rule.maxWrites} per hour` },
    ...(money === null ? [] : [{ label: 'Money', text: `at most ${money}` }]),
    ...(rule.allow ? [{ label: 'Allowed', text: 'also in a read-only or production profile' }] : []),
  ];
}
