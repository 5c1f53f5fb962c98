import type { ForeignReads } from '../api/client.ts';
import type { Poller } from './poller.ts';

/** Requests beyond the interface, each sent while no list waits; `aborted` when polling stopped before. */
export const foreignReads = (client: ForeignReads, { permitForeign }: Pick<Poller, 'permitForeign'>): ForeignReads => ({
  readForeign: async (endpoint, input, options) => {
    const permit = await permitForeign();
    if (permit === null || options?.signal?.aborted === true) {
      permit?.ended(null);
      return { ok: false, error: { kind: 'aborted', reached: 'no' } };
    }
    const answer = await client.readForeign(endpoint, input, options);
    permit.ended(answer.ok ? null : answer.error);
    return answer;
  },
});
