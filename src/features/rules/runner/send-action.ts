import type { RuntimeAccess } from '../../../app/runtime-part.ts';
import type { AsyncJournal } from '../../../journal/async-journal.ts';
import type { createLease } from '../../../journal/lease.ts';
import type { Scope } from '../../../journal/scope.ts';
import { writtenRow } from '../../../resources/made.ts';
import type { Write } from '../../../resources/write.ts';
import { describeOutcome } from '../../../resources/write-outcome.ts';
import type { FinishedWrite } from '../../../store/writes/finished-write.ts';
import { type ActionOutcome, fidOf, type RuleAction } from '../engine/decision.ts';
import { waitsForRows, waitsText } from '../engine/needs.ts';
import type { RuleView } from '../engine/view.ts';
import { type MaySend, rulesJournal } from '../journal/rules.ts';
import { kindOf, type Rule } from '../kinds.ts';
import type { RuleReader } from '../rule-reader.ts';
import { versionOf } from '../rules-state.ts';
import { waitsForReading, whyNoLonger } from './may-act.ts';
import { readTimesOf } from './rows-read.ts';
import type { RuleEvent } from './rule-event.ts';
import { ruleViewOf } from './rule-view.ts';
import { type createOpenActions, writeOf } from './rule-writes.ts';
import { actionFinished, isRaising, overCost, type RuleRecord } from './step-rule.ts';

export type RulesRuntime = Pick<RuntimeAccess, 'store' | 'clock' | 'nextSequence'> & {
  readonly journal: AsyncJournal;
  readonly records: RuleReader;
  /** Another journal when the rules only rehearse. */
  readonly pauseSets: Pick<AsyncJournal, 'act'>;
  /** Never changes while they run. */
  readonly scope: Scope;
  readonly rules: () => readonly Rule[];
  /** `spotdeck autopilot on host, process 4711` */
  readonly runs: string;
  readonly sendForRule: (write: Write) => Promise<FinishedWrite>;
  readonly onEvent: (event: RuleEvent) => void;
};

/** An action in the journal. */
type ActionRecord = { readonly id: number; readonly rule: string; readonly action: RuleAction | null };

/** What an action was decided from, and with. */
type RuleDecision = { readonly record: RuleRecord; readonly actions: readonly RuleAction[]; readonly view: RuleView };

type Holding = {
  readonly holder: string;
  readonly lease: Pick<ReturnType<typeof createLease>, 'isSafe'>;
  readonly open: Pick<ReturnType<typeof createOpenActions>, 'ended'>;
  readonly isStopped: () => boolean;
};

const WHY_NOT: Readonly<Record<Exclude<MaySend, 'yes'>, string>> = {
  'not-run-here': 'the rules are no longer run here',
  changed: 'the rule was changed',
  held: 'the rule was held',
  'not-kept': "the journal can't be written",
};

/** Sends each kept action once, and keeps its outcome. */
export function createSending(parts: RulesRuntime, { holder, lease, open, isStopped }: Holding) {
  const { store, journal, scope, clock, onEvent } = parts;
  /** The rule of the write under way. */
  let sending: string | null = null;
  let isSeeing = false;

  const finish = async (
    { id, rule: name, action }: ActionRecord,
    outcome: ActionOutcome,
    fid: string | null,
    why: string | null = null,
    isListed = false,
  ): Promise<boolean> => {
    const stored = (await journal.act(rulesJournal, 'rules', scope)).find((one) => one.name === name);
    // The outcome is found later, from lists.
    if (stored === undefined) return false;
    const rule = parts.rules().find((one) => one.name === name && versionOf(one) === stored.version);
    const memory =
      rule === undefined || action === null
        ? stored.memory
        : actionFinished(rule, stored.memory, action, outcome, { now: clock.now(), fid, isListed });
    const ended = { id, outcome, fid };
    const change = await journal.act(rulesJournal, 'endRuleAction', scope, holder, ended, { name, memory });
    if (change !== 'kept') return false;
    open.ended(id);
    if (action !== null) onEvent({ kind: 'action', rule: name, action, outcome, why });
    return true;
  };

  /** `may`: the journal's latest word. */
  const whyNotSent = (
    may: MaySend,
    rule: Rule,
    action: RuleAction,
    { record, actions, view: before }: RuleDecision,
  ): string | null => {
    const state = store.getState();
    if (isStopped() || !lease.isSafe()) return WHY_NOT['not-run-here'];
    if (!parts.rules().includes(rule)) return WHY_NOT.changed;
    const unread = waitsForReading(state);
    if (unread !== null) return unread.words;
    const read = readTimesOf(state.lists, 0);
    const old = waitsForRows(kindOf(rule).needs, [action], { ...before, now: clock.now(), read });
    if (old !== null) return waitsText(old.waits, clock.now());
    // Newer lists may show a higher cost.
    const view = ruleViewOf(state, { read, busy: new Set(), pauseSet: () => null });
    if (isRaising(action) && overCost(rule, record, actions, view) !== null)
      return 'newer lists show that it would pass its cap (max_cost), or not what it would cost';
    const why = whyNoLonger(state, action, action.kind === 'place' ? null : (before.bids.get(action.fid) ?? null));
    if (why !== null) return why;
    return may === 'yes' ? null : WHY_NOT[may];
  };

  /** Nothing is awaited between these checks and the request. */
  const sendUnlessChanged = async (
    rule: Rule,
    action: RuleAction,
    decided: RuleDecision,
  ): Promise<FinishedWrite | string> => {
    const own = { name: rule.name, version: versionOf(rule) };
    const may = await journal.act(rulesJournal, 'maySend', scope, holder, own);
    const why = whyNotSent(may, rule, action, decided);
    if (why !== null) return why;
    const write = writeOf(store.getState(), rule.name, action);
    return write === null ? 'it has left the list' : parts.sendForRule(write);
  };

  /** Returns the bid it may have changed. */
  const send = async (
    rule: Rule,
    begun: ActionRecord,
    action: RuleAction,
    decided: RuleDecision,
  ): Promise<string | null> => {
    const fid = fidOf(action);
    // A hold after `maySend` counts as seen only once the write has ended.
    sending = rule.name;
    const sent = await sendUnlessChanged(rule, action, decided).finally(() => {
      sending = null;
    });
    if (typeof sent === 'string') {
      await finish(begun, 'missed', fid, sent);
      return fid;
    }
    const { write, outcome } = sent;
    const { kind, reason } = describeOutcome(write, outcome);
    // What the service accepted is done for the rule: it may show late.
    if (outcome.kind === 'accepted') {
      await finish(begun, 'done', fid, reason);
      return fid;
    }
    if (kind === 'unknown') {
      onEvent({ kind: 'action', rule: rule.name, action, outcome: kind, why: reason });
      return fid;
    }
    const written = writtenRow(outcome)?.row.row.fid ?? null;
    await finish(begun, kind, written ?? fid, reason);
    return written ?? fid;
  };

  const seeHolds = async (): Promise<void> => {
    if (isSeeing) return;
    isSeeing = true;
    await journal.act(rulesJournal, 'seeHolds', scope, holder, sending);
    isSeeing = false;
  };

  return { finish, send, seeHolds };
}
