import type { StoreApi } from 'zustand/vanilla';
import type { Journal } from '../../journal/journal.ts';
import type { StoredRule } from '../../journal/rules.ts';
import type { Scope } from '../../journal/scope.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { Write } from '../../resources/write.ts';
import { describeOutcome } from '../../resources/write-outcome.ts';
import { type ActionOutcome, keptJson, type RuleAction } from '../../rules/decision.ts';
import { actionFinished, stepRule } from '../../rules/engine.ts';
import type { Rule } from '../../rules/rule.ts';
import type { ConsoleState } from '../state.ts';
import type { FinishedWrite } from '../sync/finished-write.ts';
import { createLease } from './lease.ts';
import { type KnownAction, knownActions, ruleRecordOf } from './rule-records.ts';
import { ruleViewOf } from './rule-view.ts';
import { outcomeInLists, writeOf } from './rule-writes.ts';
import { versionOf } from './rules-state.ts';

/** Time after which an action without an outcome is looked for in lists: its request may arrive late. In milliseconds. */
const SETTLE_MS = 30_000;
/** Oldest lists that rules decide from, in milliseconds. */
const OLDEST_LISTS_MS = 60_000;
/** How far back the actions are read, in milliseconds. */
const ACTIONS_MS = DAY_MS;

/** What the operator is told of a rule's action or of a rule that holds itself. */
export type RuleEvent =
  | {
      readonly kind: 'action';
      readonly rule: string;
      readonly action: RuleAction;
      readonly outcome: ActionOutcome | 'unknown';
    }
  | { readonly kind: 'held'; readonly rule: string; readonly why: string };

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly journal: Journal;
  readonly scope: () => Scope;
  readonly clock: Clock;
  /** Returns the rules that this program may run. */
  readonly rules: () => readonly Rule[];
  /** Who runs them, in words: `spotdeck autopilot on host, process 4711`. */
  readonly runs: string;
  readonly sendForRule: (write: Write) => Promise<FinishedWrite>;
  readonly nextSequence: () => number;
  readonly onEvent: (event: RuleEvent) => void;
};

export type RuleRunner = {
  readonly stop: () => void;
  /** Resolves when the write under way has ended, after which another program may act at once. */
  readonly settled: () => Promise<void>;
};

/** Runs the rules of a project: one round after each list, one rule's actions at a time. */
export function runRules(parts: Parts): RuleRunner {
  const { store, journal, scope, clock } = parts;
  const lease = createLease(journal, scope, clock, parts.runs);
  /** Lists requested after this place among polls and writes show the last action. */
  let actedAt = 0;
  let declared: readonly Rule[] = [];
  let round: Promise<void> | null = null;
  let stopped = false;

  const storedRule = (name: string): StoredRule | null =>
    journal.rules(scope()).find((one) => one.name === name) ?? null;

  /** Finds out how the actions without an outcome ended. Returns those that are still not known. */
  const settle = (rules: readonly Rule[], open: readonly KnownAction[]): readonly KnownAction[] => {
    const state = store.getState();
    const readFrom = listsFrom(state);
    return open.filter((one) => {
      const rule = rules.find(({ name }) => name === one.rule);
      if (readFrom === null || readFrom <= one.at + SETTLE_MS) return true;
      const { outcome, fid } = outcomeInLists(state, one.rule, one.action);
      if (rule !== undefined) finish(rule, one.id, one.action, outcome, fid);
      return false;
    });
  };

  const finish = (rule: Rule, id: number, action: RuleAction, outcome: ActionOutcome, fid: string | null): void => {
    const { name } = rule;
    const memory = actionFinished(rule, storedRule(name)?.memory ?? null, action, outcome, { now: clock.now(), fid });
    const change = journal.endRuleAction(scope(), journal.by, { id, outcome, fid }, { name, memory });
    if (change === 'kept') parts.onEvent({ kind: 'action', rule: name, action, outcome });
  };

  const send = async (rule: Rule, id: number, action: RuleAction): Promise<void> => {
    const held = storedRule(rule.name)?.held ?? null;
    const write = held === null && !stopped && lease.isSafe() ? writeOf(store.getState(), rule.name, action) : null;
    if (write === null) {
      finish(rule, id, action, 'missed', null);
      return;
    }
    const { outcome } = await parts.sendForRule(write);
    const { kind } = describeOutcome(write, outcome);
    if (kind === 'unknown') {
      parts.onEvent({ kind: 'action', rule: rule.name, action, outcome: 'unknown' });
      return;
    }
    const written = outcome.ok && outcome.value.kind === 'row' ? outcome.value.row.row.fid : null;
    finish(
      rule,
      id,
      action,
      kind === 'done' ? 'done' : 'refused',
      written ?? (action.kind === 'place' ? null : action.fid),
    );
  };

  const runOne = async (
    rule: Rule,
    stored: StoredRule,
    open: readonly KnownAction[],
    all: readonly KnownAction[],
  ): Promise<boolean> => {
    const state = store.getState();
    const busy = new Set(open.flatMap(({ fid }) => fid ?? []));
    const pauseGroup = (name: string): ReadonlySet<string> | null => {
      const group = journal.sets(scope()).find((one) => one.name.toLowerCase() === name.toLowerCase());
      return group === undefined ? null : new Set(group.members.map(({ fid }) => fid));
    };
    const view = ruleViewOf(state, { busy, pauseGroup });
    const step = stepRule(rule, ruleRecordOf(stored, all), view);
    const { name } = rule;
    if (step.hold !== null) {
      journal.holdRules(scope(), [name], step.hold);
      parts.onEvent({ kind: 'held', rule: name, why: step.hold });
      return false;
    }
    const next = keptJson({ next: step.next, hindered: step.hindered });
    if (
      step.actions.length === 0 &&
      step.rehearsed.length === 0 &&
      step.memory === stored.memory &&
      next === stored.next
    )
      return false;
    const kept = (action: RuleAction, outcome: ActionOutcome | null) => ({
      fid: action.kind === 'place' ? null : action.fid,
      action: keptJson(action),
      outcome,
    });
    const begun = journal.beginRuleActions(scope(), journal.by, { name, memory: step.memory, next }, [
      ...step.rehearsed.map((action) => kept(action, 'rehearsed')),
      ...step.actions.map((action) => kept(action, null)),
    ]);
    if (begun.change !== 'kept') return false;
    for (const action of step.rehearsed) parts.onEvent({ kind: 'action', rule: name, action, outcome: 'rehearsed' });
    const ids = begun.ids.slice(step.rehearsed.length);
    for (const [n, action] of step.actions.entries()) {
      const id = ids[n];
      if (id !== undefined) await send(rule, id, action);
    }
    return step.actions.length > 0;
  };

  const runAll = async (): Promise<void> => {
    const rules = parts.rules();
    if (rules !== declared) {
      if (
        !journal.declareRules(
          scope(),
          rules.map((rule) => ({ name: rule.name, version: versionOf(rule) })),
        )
      )
        return;
      declared = rules;
    }
    const state = store.getState();
    const from = listsFrom(state);
    if (from === null || clock.now() - from > OLDEST_LISTS_MS) return;
    const all = knownActions(journal.ruleActions(scope(), clock.now() - ACTIONS_MS));
    const open = settle(
      rules,
      all.filter(({ outcome }) => outcome === null),
    );
    if (Math.min(state.lists.bids.sequence, state.lists.instances.sequence) < actedAt) return;
    for (const rule of rules) {
      const stored = storedRule(rule.name);
      if (stored === null || stored.version !== versionOf(rule) || stored.held !== null) continue;
      // A bid that may or may not have been placed: the rule waits until that is known.
      if (open.some((one) => one.rule === rule.name && one.action.kind === 'place')) continue;
      if (await runOne(rule, stored, open, all)) {
        actedAt = parts.nextSequence();
        return;
      }
    }
  };

  const begin = (): void => {
    if (stopped || round !== null || parts.rules().length === 0 || journal.warning() !== null || !lease.hold()) return;
    round = runAll().finally(() => {
      round = null;
    });
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (
      state.now !== before.now ||
      state.lists.bids !== before.lists.bids ||
      state.lists.instances !== before.lists.instances
    )
      begin();
  });

  return {
    stop: () => {
      stopped = true;
      unsubscribe();
      // With a write under way nobody may act before its outcome is known: the lease ends by itself.
      if (round === null) lease.end();
    },
    settled: async () => {
      await round;
      lease.end();
    },
  };
}

/** Returns since when both lists are complete, in milliseconds since 1970: the earlier request; null while one is missing or fails. */
function listsFrom({ lists: { bids, instances } }: ConsoleState): number | null {
  if (bids.fetchedAt === null || instances.fetchedAt === null) return null;
  if (bids.failure !== null || instances.failure !== null) return null;
  return Math.min(bids.fetchedAt, instances.fetchedAt);
}
