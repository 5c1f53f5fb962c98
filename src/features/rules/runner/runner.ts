import * as z from 'zod';
import { journalRecords } from '../../../journal/async-journal.ts';
import { createLease } from '../../../journal/lease.ts';
import { describeError } from '../../../lib/os-error.ts';
import { jsonWithBigints } from '../../../lib/values.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { type PauseSet, pauseSetJournal } from '../../pause-sets/journal.ts';
import { type ActionOutcome, fidOf, type Hindrance, type RuleAction } from '../engine/decision.ts';
import type { Waits } from '../engine/needs.ts';
import type { RuleView } from '../engine/view.ts';
import { type Says, troublesAfter } from '../hindrances.ts';
import { rulesJournal, type StoredRule, type StoredRuleAction } from '../journal/rules.ts';
import type { Rule } from '../kinds.ts';
import { versionOf } from '../rules-state.ts';
import {
  type Conflict,
  conflictSentence,
  conflictsOf,
  refusalOf,
  selectedIn,
  viewBeside,
  waitsForReading,
  whyNotAllowed,
} from './may-act.ts';
import { bidsRead, createActedOn, readTimesOf, rulesReading, shownSince } from './rows-read.ts';
import {
  type KnownAction,
  keptOutlook,
  knownActions,
  outlookOf,
  recentOf,
  refusedOutlook,
  ruleRecordOf,
} from './rule-records.ts';
import { ruleViewOf } from './rule-view.ts';
import { bidsNotShown, createOpenActions, outcomeInLists } from './rule-writes.ts';
import { createSending, type RulesRuntime } from './send-action.ts';
import { stepRule, waitingSaid } from './step-rule.ts';

const NONE: ReadonlySet<string> = new Set();
/** Rows are read again after each write: only a longer wait is reported. */
const WAITS_MS = 15_000;
/** Longest time between rounds. Between complete lists, rounds take a twentieth of the time at most. */
const ROUND_MS = 5000;
const ROUND_SHARE = 20;

export type RuleRunner = {
  /** Resolves when the write under way has its outcome: another program may act then. */
  readonly stop: () => Promise<void>;
};

const listedOf = (actions: readonly KnownAction[], { bids }: ConsoleState['lists']): readonly string[] =>
  actions.flatMap(({ fid }) => (fid !== null && bids.rows.has(fid) ? [fid] : []));

const isPlacing = ({ action }: KnownAction): boolean => action?.kind === 'place';

/** `reads`: the bids it waits for. */
type RuleRun = { readonly hasActed: boolean; readonly reads: readonly string[] };
/** `acted`: rows must show it before other rules decide. */
type Round = 'waited' | 'decided' | 'acted';
const NOTHING: RuleRun = { hasActed: false, reads: [] };

/** Runs the rules of a project: a round after each complete list, and at most once a second after parts of lists. One rule acts at a time. */
export function runRules(parts: RulesRuntime): RuleRunner {
  const { store, journal, records, scope, clock, nextSequence, onEvent } = parts;
  const holder = `${journal.by} ${nextSequence()}`;
  const open = createOpenActions(clock, nextSequence);
  const acted = createActedOn(nextSequence);
  /** Whether there were writes this program doesn't know: by the previous holder, or by a rule that failed. */
  let hasUnknown = false;
  /** Grows each time this program takes the lease. */
  let turns = 0;
  const lease = createLease({
    journal,
    scope,
    clock,
    holder,
    runs: parts.runs,
    onEvent: (event) => {
      if (event.kind === 'begins') {
        hasUnknown = true;
        turns += 1;
      }
      onEvent(event);
    },
  });
  let declared: readonly Rule[] | null = null;
  /** Conflicts when the rules began. */
  let started: { readonly rules: readonly Rule[]; readonly fights: readonly Conflict[] } | null = null;
  let last: { lists: ConsoleState['lists'] | null; round: Round; endedAt: number; notBefore: number } = {
    lists: null,
    round: 'waited',
    endedAt: 0,
    notBefore: 0,
  };
  /** By the steady clock. */
  let waitsSince: number | null = null;
  /** Bids the rules wait for. */
  let awaited: readonly string[] = [];
  /** Also in the first part of a round, when an event changes the state. */
  let isInRound = false;
  let round: Promise<void> | null = null;
  let stopped = false;
  let current: { readonly rules: readonly Rule[]; readonly turn: number } = { rules: [], turn: 0 };
  /** Whether its basis has changed while the journal answered. */
  const isOver = (): boolean =>
    stopped ||
    current.turn !== turns ||
    current.rules !== parts.rules() ||
    store.getState().connected.project !== scope.project;

  const { finish, send, seeHolds } = createSending(parts, {
    holder,
    lease,
    open,
    isStopped: () => stopped,
  });

  /** Finds out how an open action ended; it counts as open until the next round. */
  const settle = async (one: KnownAction): Promise<void> => {
    const { lists } = store.getState();
    const { fid: of, action: begun } = one;
    const isRow = of !== null && begun !== null && begun.kind !== 'place';
    const sequence = isRow ? shownSince(lists, of) : Math.min(lists.bids.sequence, lists.instances.sequence);
    if (!open.isShownBy(one.id, sequence)) return;
    const { outcome, fid } =
      one.action === null
        ? ({ outcome: 'missed', fid: one.fid } as const)
        : outcomeInLists(store.getState(), one.rule, { action: one.action, at: one.at });
    if (outcome === 'missed' && one.action?.kind === 'place' && !open.isMissing(one.id, sequence)) return;
    const isDone = outcome === 'done';
    const why = isDone ? null : 'the lists show that it was not carried out';
    if (!(await finish(one, outcome, fid, why, true)) || one.action === null) return;
    const write = { agent: { kind: 'rule', name: one.rule }, name: one.action.name, at: one.at };
    const [end, more] = isDone ? (['done', ''] as const) : (['refused', `: ${why}`] as const);
    journal.record(journalRecords, 'settleWrite', scope, write, end, more);
  };

  const read = (bids: ReadonlySet<string>): void => {
    store.setState(rulesReading(store.getState(), bids), true);
  };

  const hold = async (name: string, why: string): Promise<void> => {
    const { kept } = await journal.act(rulesJournal, 'holdRules', scope, [name], why);
    if (kept) onEvent({ kind: 'held', rule: name, why });
  };

  /** Keeps a decision before anything is sent. Returns the ids of its actions; null when not kept. */
  const begin = async (
    stored: StoredRule,
    actions: readonly Pick<StoredRuleAction, 'fid' | 'action' | 'outcome'>[] = [],
  ): Promise<readonly number[] | null> => {
    const { change, ids } = await journal.act(rulesJournal, 'beginRuleActions', scope, holder, stored, actions);
    return change === 'kept' ? ids : null;
  };

  const tell = (rule: string, says: Says): void => {
    if (says !== null) onEvent({ ...says, rule });
  };

  const runOne = async (
    rule: Rule,
    stored: StoredRule,
    all: readonly KnownAction[],
    view: RuleView,
  ): Promise<RuleRun> => {
    const { name } = rule;
    const record = ruleRecordOf(stored, all);
    const step = stepRule(rule, record, view);
    const next = keptOutlook(step);
    const waits: RuleRun = { hasActed: false, reads: step.reads };
    if (step.hold !== null) {
      // Kept first, so that the rule says so when it goes on.
      if (await begin({ ...stored, next })) await hold(name, step.hold);
      return NOTHING;
    }
    const isIdle = step.actions.length === 0 && step.rehearsed.length === 0;
    if (isIdle && step.memory === stored.memory && next === stored.next) return waits;
    const kept = (action: RuleAction, outcome: ActionOutcome | null) => ({
      fid: fidOf(action),
      action: jsonWithBigints(action),
      outcome,
    });
    const ids = await begin({ ...stored, memory: step.memory, next }, [
      ...step.rehearsed.map((action) => kept(action, 'rehearsed')),
      ...step.actions.map((action) => kept(action, null)),
    ]);
    if (ids === null) return waits;
    tell(name, step.says);
    for (const action of step.rehearsed)
      onEvent({ kind: 'action', rule: name, action, outcome: 'rehearsed', why: null });
    const changed: string[] = [];
    for (const [n, action] of step.actions.entries()) {
      const id = ids[step.rehearsed.length + n];
      if (id === undefined) continue;
      const fid = await send(rule, { id, rule: name, action }, action, { record, actions: step.actions, view });
      if (fid !== null) changed.push(fid);
    }
    const places = step.actions.some(({ kind }) => kind === 'place');
    if (step.actions.length > 0) acted.ended(changed, places);
    return { hasActed: step.actions.length > 0, reads: step.reads };
  };

  /** Why a failed rule is held. One with another version's memory starts over. */
  const failed = async ({ name, version }: StoredRule, error: unknown): Promise<string> => {
    if (!(error instanceof z.ZodError || error instanceof SyntaxError)) return `It failed: ${describeError(error)}.`;
    const isForgotten = await journal.act(rulesJournal, 'declareRules', scope, [
      { name, version: '' },
      { name, version },
    ]);
    return `What it remembers can't be read by this version of spotdeck.${isForgotten ? ' It starts over with a rehearsal.' : ''}`;
  };

  const keep = async (stored: StoredRule, next: string, says: Says): Promise<void> => {
    if (next !== stored.next && (await begin({ ...stored, next }))) tell(stored.name, says);
  };

  const refuse = async (stored: StoredRule, refusal: Hindrance, now: number): Promise<void> => {
    const report = troublesAfter(outlookOf(stored).troubles, stored.released ? [refusal] : [], now);
    await keep(stored, refusedOutlook(refusal, report.troubles), report.says);
  };

  /** Says why no rule decides, after a while. */
  const waitAll = async (rules: readonly Rule[], all: readonly StoredRule[], waits: Waits): Promise<void> => {
    const { now } = store.getState();
    waitsSince ??= clock.steady();
    if (clock.steady() - waitsSince < WAITS_MS) return;
    for (const rule of rules) {
      const stored = all.find(({ name }) => name === rule.name);
      if (stored?.version !== versionOf(rule) || stored.held !== null) continue;
      const { troubles, refused } = outlookOf(stored);
      if (refused) continue;
      const report = waitingSaid({ troubles, released: stored.released }, waits, now);
      if (isOver()) return;
      await keep(stored, keptOutlook({ next: null, hindered: null, waits, troubles: report.troubles }), report.says);
    }
  };

  const declare = async (rules: readonly Rule[]): Promise<boolean> => {
    if (rules === declared) return true;
    const versions = rules.map((rule) => ({ name: rule.name, version: versionOf(rule) }));
    if (!(await journal.act(rulesJournal, 'declareRules', scope, versions))) return false;
    declared = rules;
    return true;
  };

  const viewOf = (waiting: readonly KnownAction[], all: readonly KnownAction[], sets: readonly PauseSet[]): RuleView =>
    ruleViewOf(store.getState(), {
      read: readTimesOf(store.getState().lists, acted.placedAt()),
      busy: new Set([...waiting.flatMap(({ fid }) => fid ?? []), ...bidsNotShown(store.getState(), all)]),
      pauseSet: (name) => {
        const set = sets.find((one) => one.name.toLowerCase() === name.toLowerCase());
        return set === undefined ? null : new Set(set.members.map(({ fid }) => fid));
      },
    });

  /** Decides for all rules, until one has acted. */
  const runAll = async (): Promise<Round> => {
    const rules = parts.rules();
    current = { rules, turn: turns };
    if (isOver() || !(await declare(rules))) return 'waited';
    const kept = await records(scope);
    // What can't be read is not nothing.
    if ('unreadable' in kept || isOver()) return 'waited';
    const unread = waitsForReading(store.getState());
    if (unread !== null) {
      await waitAll(rules, kept.stored, unread);
      return 'waited';
    }
    const all = knownActions(kept.actions);
    const waiting = all.filter(({ outcome }) => outcome === null);
    const gone = open.endedElsewhere(new Set(waiting.map(({ id }) => id)));
    const { now, lists } = store.getState();
    const unknown = hasUnknown ? recentOf(all, now) : all.filter(({ id }) => gone.has(id));
    if (unknown.length > 0) acted.ended(listedOf(unknown, lists), unknown.some(isPlacing));
    hasUnknown = false;
    for (const one of waiting) await settle(one);
    // What has ended since is remembered.
    const later = waiting.length === 0 ? kept : await records(scope);
    const sets = await parts.pauseSets.act(pauseSetJournal, 'sets', scope);
    if ('unreadable' in later || sets === null || journal.status().warning !== null || isOver()) return 'waited';
    const ofRules = later.stored;
    const state = store.getState();
    const view = viewOf(waiting, all, sets);
    const allowed = rules.filter((rule) => whyNotAllowed(rule, state.connected) === null);
    const selected = selectedIn(allowed, ofRules, view);
    const isHeld = ({ name }: Rule): boolean => ofRules.some((one) => one.name === name && one.held !== null);
    const first = bidsRead(new Map([...selected].filter(([rule]) => !isHeld(rule))), waiting);
    const changed = acted.notShown(state.lists);
    read(new Set([...first, ...changed, ...awaited]));
    const [fid] = changed;
    if (fid !== undefined) {
      const words = `${view.bids.get(fid)?.name ?? fid} was not read since a rule changed it`;
      await waitAll(rules, ofRules, { words, old: null });
      return 'waited';
    }
    const fights = started?.rules === rules ? started.fights : conflictsOf(selected, view);
    if (started?.rules !== rules) {
      started = { rules, fights };
      for (const fight of fights) onEvent({ kind: 'fight', why: conflictSentence(fight) });
      // A program may end on this event: nothing is done before the operator knows.
      if (fights.length > 0) return 'waited';
    }
    waitsSince = null;
    awaited = [];
    let hasActed = false;
    for (const rule of rules) {
      if (isOver()) return 'waited';
      const stored = ofRules.find(({ name }) => name === rule.name);
      if (stored === undefined || stored.version !== versionOf(rule) || stored.held !== null) continue;
      // Its bid may or may not have been placed.
      if (waiting.some((one) => one.rule === rule.name && one.action?.kind === 'place')) continue;
      const refusal = refusalOf(rule, state.connected, fights);
      if (refusal !== null) {
        await refuse(stored, refusal, view.now);
        continue;
      }
      const ran = await runOne(rule, stored, all, viewBeside(rule, selected, view)).catch(async (error: unknown) => {
        await hold(rule.name, await failed(stored, error));
        return null;
      });
      if (ran === null) {
        // It may have written something before it failed.
        hasUnknown = true;
        hasActed = true;
        break;
      }
      awaited = [...awaited, ...ran.reads];
      ({ hasActed } = ran);
      if (hasActed) break;
    }
    read(new Set([...first, ...acted.notShown(store.getState().lists), ...awaited]));
    return hasActed ? 'acted' : 'decided';
  };

  /** After each complete list; on a tick also after parts, and when rows get old. */
  const isDue = ({ lists }: ConsoleState, isTick: boolean): boolean => {
    const names = ['bids', 'instances'] as const;
    if (names.some((name) => last.lists?.[name].sequence !== lists[name].sequence)) return true;
    const now = clock.steady();
    if (!isTick || now < last.notBefore) return false;
    const hasParts = names.some((name) => last.lists?.[name].newer !== lists[name].newer);
    return last.round !== 'decided' || hasParts || now >= last.endedAt + ROUND_MS;
  };

  const runRound = async (): Promise<void> => {
    const { lists } = store.getState();
    const began = clock.steady();
    isInRound = true;
    const round = await runAll().finally(() => {
      isInRound = false;
    });
    const endedAt = clock.steady();
    // Waiting for answers to writes is no work.
    const tookMs = round === 'acted' ? 0 : endedAt - began;
    last = { lists, round, endedAt, notBefore: endedAt + Math.min(tookMs * ROUND_SHARE, ROUND_MS) };
    // A complete list may have come meanwhile.
    look(false);
  };

  const look = (isTick: boolean): void => {
    if (stopped) return;
    if (parts.rules().length === 0) {
      void lease.end();
      read(NONE);
      return;
    }
    // The lease also finds out whether the journal works again.
    void lease.hold().then((isHeld) => held(isHeld, isTick));
  };

  const held = (isHeld: boolean, isTick: boolean): void => {
    if (stopped || parts.rules().length === 0) return;
    if (isHeld) void seeHolds();
    else read(NONE);
    if (isHeld && journal.status().warning === null && !isInRound && isDue(store.getState(), isTick))
      round = runRound();
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (state.now !== before.now || state.lists !== before.lists) look(state.now !== before.now);
  });
  // The first lists, read after this, can then already read what rules need.
  queueMicrotask(() => look(true));

  return {
    stop: async () => {
      stopped = true;
      unsubscribe();
      read(NONE);
      await round;
      await lease.end();
    },
  };
}
