import { type Quota, readQuotas } from '../../contract/extras/quotas.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import { isStatus } from '../../resources/parts/status.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Dated, Extra, Send } from './extra.ts';

/** Between two requests for one project while a bid waits, in milliseconds. */
const EVERY_MS = 10 * MINUTE_MS;
/** An older count is not that of now. In milliseconds. */
const FRESH_MS = 15 * MINUTE_MS;

export type KnownQuotas = ReadonlyMap<string, Dated<readonly Quota[]>>;

declare module './state.ts' {
  interface KnownExtras {
    /** By project. */
    readonly quotas?: KnownQuotas;
  }
}

const sendFor =
  (project: string): Send =>
  async (reads, path, signal) => {
    const answer = await reads.readForeign({ ...readQuotas, path }, { query: { project } }, { signal });
    if (!answer.ok) return answer;
    const { value } = answer;
    return {
      ok: true,
      value: (readAt) => (state) => {
        const quotas = new Map(state.extras?.quotas).set(project, { value, readAt });
        return { ...state, extras: { ...state.extras, quotas } };
      },
    };
  };

/** By project: the creation of its newest waiting bid, in milliseconds since 1970. */
function waitingProjects({ lists, connected }: ConsoleState): ReadonlyMap<string, number> {
  const waiting = new Map<string, number>();
  for (const { row } of lists.bids.rows.values()) {
    if (!isStatus(row.status, 'open')) continue;
    const project = row.project || connected.project;
    waiting.set(project, Math.max(waiting.get(project) ?? 0, row.created_at ?? 0));
  }
  return waiting;
}

export const quotas: Extra = {
  name: 'quotas',
  path: readQuotas.path,
  says: 'how much of each type a project may hold',
  asks: (state) =>
    [...waitingProjects(state)].map(([project, since]) => {
      const readAt = state.extras?.quotas?.get(project)?.readAt ?? null;
      return {
        // A new bid may wait for its quota.
        readAt: readAt !== null && since > readAt && since <= state.now ? null : readAt,
        everyMs: EVERY_MS,
        isAwaited: false,
        send: sendFor(project),
      };
    }),
  trial: ({ project }) => sendFor(project),
};

/** Without what is too old; the same map as before while nothing changes. */
export function freshQuotas({ extras, now, shownInstead }: ConsoleState, before: KnownQuotas): KnownQuotas {
  const known =
    shownInstead === null ? [...(extras?.quotas ?? [])].filter(([, { readAt }]) => now - readAt < FRESH_MS) : [];
  const isSame = known.length === before.size && known.every(([project, quota]) => before.get(project) === quota);
  return isSame ? before : new Map(known);
}

/** Of a type in a project; null while the service does not say it. */
export function quotaIn(quotas: KnownQuotas, project: string, type: string): Dated<Quota> | null {
  const known = quotas.get(project);
  const value = known?.value.find((quota) => quota.instance_type === type);
  return known === undefined || value === undefined ? null : { value, readAt: known.readAt };
}
