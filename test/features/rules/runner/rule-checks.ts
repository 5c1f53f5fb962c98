import type { RuleAction } from '../../../../src/features/rules/engine/decision.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import type { KnownAction } from '../../../../src/features/rules/runner/rule-records.ts';
import { isRaising } from '../../../../src/features/rules/runner/step-rule.ts';
import { HOUR_MS } from '../../../../src/lib/duration.ts';
import type { Write } from '../../../../src/resources/write.ts';
import type { ConsoleState } from '../../../../src/store/state.ts';

/** What rules do to bids, checked at each write. */
export function createChecks(rules: readonly Rule[]) {
  const wrong: string[] = [];
  const sentIds = new Set<number>();
  const sentAt = new Map<string, number[]>();
  const pausedBy = new Map<string, Set<string>>();
  const acted = new Map<string, string>();
  /** Places among polls and writes at which the last write to each bid had ended, and the last one that may have placed a bid. */
  const endedAt = new Map<string, number>();
  let placedAt = 0;
  let stepOf: string | null = null;
  const kinds = new Set<string>();

  /** What the bids that a rule has made run may cost by the lists, in millionths. */
  const raisedCost = (state: ConsoleState, own: readonly KnownAction[]): bigint => {
    const costs = new Map<string, bigint>();
    for (const { fid, action, outcome } of own) {
      if (action === null || !isRaising(action) || outcome === 'rehearsed') continue;
      const row = fid === null ? undefined : state.lists.bids.rows.get(fid)?.row;
      const isOff = row === undefined || /paused|terminated/i.test(row.status ?? '');
      const limit = row?.limit_price?.amount?.micros ?? 0n;
      const quantity = BigInt(row?.instance_quantity ?? 0);
      if (outcome !== null && !isOff) costs.set(fid ?? '', limit * quantity);
      if (outcome !== null) continue;
      if (action.kind === 'place') costs.set(action.name, action.limit.micros * BigInt(action.quantity));
      else costs.set(action.fid, (action.kind === 'limit' ? action.limit.micros : limit) * quantity);
    }
    return [...costs.values()].reduce((sum, cost) => sum + cost, 0n);
  };

  const notShown = ({ lists: { bids, instances } }: ConsoleState): readonly string[] =>
    [...endedAt].flatMap(([fid, ended]) => {
      const own = [...instances.rows.values()].filter(({ row }) => row.bid === fid);
      const places = [
        bids.newer.get(fid)?.sequence ?? bids.sequence,
        ...own.map(({ row }) => instances.newer.get(row.fid)?.sequence ?? instances.sequence),
      ];
      return Math.min(...places) <= ended ? [fid] : [];
    });

  return {
    wrong,
    kinds,
    listed: (): void => acted.clear(),
    ended: (sequence: number, action: RuleAction | null): void => {
      if (action?.kind === 'place') placedAt = sequence;
      else if (action !== null) endedAt.set(action.fid, sequence);
    },
    resumedByOperator: (fid: string): void => {
      for (const rule of pausedBy.values()) rule.delete(fid);
    },
    /** Checks a write right before it is sent, and returns its intent. */
    sends: (state: ConsoleState, write: Write, all: readonly KnownAction[], now: number): RuleAction | null => {
      const name = write.agent?.name ?? '';
      const rule = rules.find((one) => one.name === name);
      const own = all.filter((one) => one.rule === name);
      const open = all.filter(({ outcome }) => outcome === null);
      const intents = open.filter(
        ({ rule: of, action }) =>
          of === name && (action?.kind === 'place' ? action.name === write.name : action?.fid === write.fid),
      );
      const [intent] = intents;
      const what = `${name} ${write.verb} ${write.name}`;
      if (rule === undefined || intent?.action == null || intents.length > 1) {
        wrong.push(`${what}: ${intents.length} intents`);
        return null;
      }
      const { action } = intent;
      kinds.add(rule.kind);
      if (sentIds.has(intent.id)) wrong.push(`${what}: sent again`);
      sentIds.add(intent.id);
      if (action.kind !== 'place') {
        const { fid } = action;
        if (state.pending.some((pending) => pending.write.fid === fid)) wrong.push(`${what}: a write is pending`);
        if (open.some((one) => one.id !== intent.id && one.fid === fid)) wrong.push(`${what}: another action is open`);
        if ((acted.get(fid) ?? name) !== name) wrong.push(`${what}: ${acted.get(fid)} acted on it in this round`);
        acted.set(fid, name);
        const paused = pausedBy.get(name) ?? new Set<string>();
        pausedBy.set(name, paused);
        if (action.kind === 'resume' && !paused.has(fid)) wrong.push(`${what}: it has not paused it`);
        if (action.kind === 'pause') paused.add(fid);
      }
      const begun = `${name} ${intent.at}`;
      const old = begun === stepOf ? [] : notShown(state);
      if (old.length > 0) wrong.push(`${what}: rows older than the last write to ${old.join(', ')}`);
      if (begun !== stepOf && action.kind === 'place' && state.lists.bids.sequence <= placedAt)
        wrong.push(`${what}: the list is older than the last bid that was placed`);
      stepOf = begun;
      const times = [...(sentAt.get(name) ?? []), now].filter((at) => at > now - HOUR_MS);
      sentAt.set(name, times);
      const kept = own.filter(({ at, outcome }) => at > now - HOUR_MS && outcome !== 'rehearsed').length;
      if (Math.max(times.length, kept) > rule.maxWrites) wrong.push(`${what}: ${kept} writes, ${times.length} sent`);
      if (rule.maxCost !== null && isRaising(action) && raisedCost(state, own) > rule.maxCost.micros)
        wrong.push(`${what}: its bids cost ${raisedCost(state, own)}`);
      return action;
    },
  };
}
