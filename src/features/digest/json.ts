import { serviceResources } from '../../resources/index.ts';
import { type Cost, moneyOf } from '../money/cost.ts';
import type { Digest } from './digest.ts';

const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const seconds = (ms: number): number => Math.floor(ms / 1000);
const amounts = (costs: readonly Cost[]): readonly string[] => costs.map((cost) => moneyOf(cost).text);

/** Returns a digest as an object of `spotdeck digest -o json`, with the service's own identifiers and words. */
export function digestJson({ time, projects, bids, rows, keys, spend, knowsNow }: Digest, lastReadAt: number | null) {
  return {
    ...{ from: isoTime(time.from), to: isoTime(time.to), projects, journal_until: isoTime(lastReadAt) },
    bids: bids.map(({ fid, name, project, isNew, hasEnded, hasChanged, limit, now, ...changes }) => {
      const { lost, preempted, filled, ended, idle, status } = changes;
      return {
        ...{ fid, name, project, lost, preempted, started: filled, ended, idle, status, limit_price: limit },
        ...{ is_new: isNew, has_ended: hasEnded, has_changed: hasChanged, now },
      };
    }),
    rows: rows.map(({ list, ...row }) => ({ list: serviceResources[list].words.list, ...row })),
    api_keys: keys.map(({ expiresAt, step, ...key }) => ({ ...key, expires_at: isoTime(expiresAt), step })),
    cost:
      spend === null
        ? null
        : {
            observed: { seconds: seconds(spend.observedMs), at_most: amounts(spend.costs) },
            unobserved: { seconds: seconds(spend.gapMs), at_most: amounts(spend.most) },
            not_known: { seconds: seconds(spend.unknownMs) },
          },
    knows_now: knowsNow,
  };
}
