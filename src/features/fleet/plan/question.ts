import { counted } from '../../../lib/words.ts';
import { isHolding } from '../../../resources/bids/pausing.ts';
import type { Context } from '../../../resources/context.ts';
import { type Change, isEnding, type Plan, stopsOf } from './change.ts';

/** The question before changes are sent. */
export type ApplyQuestion = {
  readonly title: string;
  /** What is lost. */
  readonly lines: readonly string[];
  /** What has to be typed; null where a short answer is enough. */
  readonly typed: string | null;
};

/** Most changes that a short answer confirms. */
const MAX_BY_KEY = 5;

/** Asks before anything is sent: the count is typed where much is at stake, in production also the project. */
export function questionOf(
  changes: readonly Change[],
  { warnings }: Pick<Plan, 'warnings'>,
  production: boolean,
  context: Context,
): ApplyQuestion {
  const stops = changes.reduce((sum, change) => sum + stopsOf(change, context), 0);
  const deleted = changes.filter(({ kind }) => kind === 'other-volume').length;
  const isWorking = changes.some((change) => isEnding(change) && isHolding(change.bid));
  const isMuch =
    isWorking || stops > 0 || deleted > 0 || warnings.length > 0 || changes.length > MAX_BY_KEY || production;
  return {
    title: `Apply ${counted(changes.length, 'change')} to ${context.project}`,
    lines: [
      ...(stops === 0 ? [] : [`${counted(stops, 'instance')} ${stops === 1 ? 'stops' : 'stop'}.`]),
      ...(deleted === 0
        ? []
        : [`${counted(deleted, 'volume')} with all data ${deleted === 1 ? 'is' : 'are'} deleted.`]),
    ],
    typed: isMuch ? [String(changes.length), ...(production ? [context.project] : [])].join(' ') : null,
  };
}
