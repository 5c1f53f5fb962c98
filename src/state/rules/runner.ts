import * as z from 'zod';
import type { StoredRule } from '../../journal/rules.ts';
import { jsonWithBigints } from '../../lib/bigint-json.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { describeError } from '../../lib/os-error.ts';
import { type Conflict, conflictSentence } from '../../rules/conflicts.ts';
import type { ActionOutcome, RuleAction } from '../../rules/decision.ts';
import { stepRule } from '../../rules/engine.ts';
import { type Hindrance, type Says, troublesAfter } from '../../rules/hindrance.ts';
import type { Rule } from '../../rules/rule.ts';
import type { RuleView } from '../../rules/view.ts';
import type { ConsoleState } from '../state.ts';
import { fightsAtStart, refusalOf, selectedIn, viewBeside } from './fights.ts';
import { createLease } from './lease.ts';
import { listsForRules, whyNotAllowed } from './may-act.ts';
import { createOpenActions } from './open-actions.ts';
import { bidsRead, rulesReading } from './rows-read.ts';
import { keptOutlook, outlookOf, refusedOutlook } from './rule-outlook.ts';
import { type KnownAction, knownActions, ruleRecordOf } from './rule-records.ts';
import { ruleViewOf } from './rule-view.ts';
import { outcomeInLists } from './rule-writes.ts';
import { versionOf } from './rules-state.ts';
import { createSending, type RunnerParts } from './send-action.ts';

/** How far back the actions are read: as long as they are kept, in milliseconds. */
const ACTIONS_MS = 90 * DAY_MS;
const NONE: ReadonlySet<string> = new Set();

export type RuleRunner = {
  /** Stops it: a write under way still gets its outcome. Resolves when it has, after which another program may act at once. */
  readonly stop: () => Promise<void>;
};

/** Runs the rules of a project: one round after each list, one rule's actions at a time. */
export function runRules(parts: RunnerParts): RuleRunner {
  const { store, journal, scope, clock, nextSequence, onEvent } = parts;
  const holder = `${journal.by} ${nextSequence()}`;
  const open = createOpenActions(clock, nextSequence);
  /** Lists requested after this place among polls and writes show the last action. */
  let actedAt = 0;
  const lease = createLease({
    ...{ journal, scope, clock, holder, runs: parts.runs },
    onEvent: (event) => {
      // The one before may have written something that older lists don't show.
      if (event.kind === 'begins') actedAt = nextSequence();
      onEvent(event);
    },
  });
  let declared: readonly Rule[] | null = null;
  /** The fights of rules when they began. */
  let started: { readonly rules: readonly Rule[]; readonly fights: readonly Conflict[] } | null = null;
  /** Places among polls and writes of the lists that were decided on: the other lists bring nothing new. */
  let decided = { bids: 0, instances: 0 };
  /** Whether a round is under way: also in its first part, in which an event changes the state and would begin another round. */
  let isInRound = false;
  let round: Promise<void> | null = null;
  let stopped = false;

  const { storedRule, finish, send, seeHolds } = createSending(parts, {
    ...{ holder, lease, open },
    isStopped: () => stopped,
  });

  /** Finds out how an action without an outcome ended. Until the next round it counts as without one. */
  const settle = (one: KnownAction, sequence: number): void => {
    if (!open.isShownBy(one.id, sequence)) return;
    const { outcome, fid } =
      one.action === null
        ? ({ outcome: 'missed', fid: one.fid } as const)
        : outcomeInLists(store.getState(), one.rule, one.action);
    if (outcome === 'missed' && one.action?.kind === 'place' && !open.isMissing(one.id, sequence)) return;
    const isDone = outcome === 'done';
    const why = isDone ? null : 'the lists show that it was not carried out';
    if (!finish(one, outcome, fid, why, true) || one.action === null) return;
    const write = { rule: one.rule, name: one.action.name, at: one.at };
    journal.settleWrite(scope, write, isDone ? 'done' : 'refused', isDone ? '' : `: ${why}`);
  };

  const read = (bids: ReadonlySet<string>): void => {
    store.setState(rulesReading(store.getState(), bids), true);
  };

  const hold = (name: string, why: string): void => {
    if (journal.holdRules(scope, [name], why).kept) onEvent({ kind: 'held', rule: name, why });
  };

  const tell = (rule: string, says: Says): void => {
    if (says !== null) onEvent({ ...says, rule });
  };

  const runOne = async (
    rule: Rule,
    stored: StoredRule,
    all: readonly KnownAction[],
    view: RuleView,
  ): Promise<boolean> => {
    const { name } = rule;
    const record = ruleRecordOf(stored, all);
    const step = stepRule(rule, record, view);
    // A pause group that can't be read looks like one that is gone.
    if (journal.warning() !== null) return false;
    const next = keptOutlook(step);
    if (step.hold !== null) {
      // What holds it is kept first, so that it says so when it goes on.
      if (journal.beginRuleActions(scope, holder, { ...stored, next }, []).change === 'kept') hold(name, step.hold);
      return false;
    }
    const isIdle = step.actions.length === 0 && step.rehearsed.length === 0;
    if (isIdle && step.memory === stored.memory && next === stored.next) return false;
    const kept = (action: RuleAction, outcome: ActionOutcome | null) => ({
      ...{ fid: action.kind === 'place' ? null : action.fid, action: jsonWithBigints(action), outcome },
    });
    const begun = journal.beginRuleActions(scope, holder, { ...stored, memory: step.memory, next }, [
      ...step.rehearsed.map((action) => kept(action, 'rehearsed')),
      ...step.actions.map((action) => kept(action, null)),
    ]);
    if (begun.change !== 'kept') return false;
    tell(name, step.says);
    for (const action of step.rehearsed)
      onEvent({ kind: 'action', rule: name, action, outcome: 'rehearsed', why: null });
    const ids = begun.ids.slice(step.rehearsed.length);
    for (const [n, action] of step.actions.entries()) {
      const id = ids[n];
      if (id !== undefined)
        await send(rule, { id, rule: name, action }, action, { record, actions: step.actions, view });
    }
    return step.actions.length > 0;
  };

  /** Returns why a rule that failed is held. One whose memory another version of the program has written begins anew. */
  const failed = ({ name, version }: StoredRule, error: unknown): string => {
    if (!(error instanceof z.ZodError || error instanceof SyntaxError)) return `It failed: ${describeError(error)}.`;
    const isForgotten = journal.declareRules(scope, [
      { name, version: '' },
      { name, version },
    ]);
    return `What it remembers can't be read by this version of spotdeck.${isForgotten ? ' It starts over with a rehearsal.' : ''}`;
  };

  /** Keeps why a rule is refused, for those who look at it. One that may act says so. */
  const refuse = (stored: StoredRule, refusal: Hindrance, now: number): void => {
    const told = troublesAfter(outlookOf(stored).troubles, stored.released ? [refusal] : [], now);
    const next = refusedOutlook(refusal, told.troubles);
    if (next === stored.next) return;
    const { change } = journal.beginRuleActions(scope, holder, { ...stored, next }, []);
    if (change === 'kept') tell(stored.name, told.says);
  };

  const declare = (rules: readonly Rule[]): boolean => {
    if (rules === declared) return true;
    const versions = rules.map((rule) => ({ name: rule.name, version: versionOf(rule) }));
    if (!journal.declareRules(scope, versions)) return false;
    declared = rules;
    return true;
  };

  const viewOf = (waiting: readonly KnownAction[]): RuleView =>
    ruleViewOf(store.getState(), {
      busy: new Set(waiting.flatMap(({ fid }) => fid ?? [])),
      pauseGroup: (name) => {
        const groups = (parts.groups ?? journal).sets(scope);
        const group = groups.find((one) => one.name.toLowerCase() === name.toLowerCase());
        return group === undefined ? null : new Set(group.members.map(({ fid }) => fid));
      },
    });

  const runAll = async (): Promise<void> => {
    const rules = parts.rules();
    const state = store.getState();
    const lists = listsForRules(state, clock.now());
    if (!lists.ok || state.connected.project !== scope.project || !declare(rules)) return;
    const kept = journal.ruleRecords(scope, clock.now() - ACTIONS_MS);
    // A rule must not act as if what can't be read were nothing.
    if (kept === null) return;
    const all = knownActions(kept.actions);
    const waiting = all.filter(({ outcome }) => outcome === null);
    if (open.endedElsewhere(new Set(waiting.map(({ id }) => id)))) actedAt = nextSequence();
    for (const one of waiting) settle(one, lists.sequence);
    const view = viewOf(waiting);
    const allowed = rules.filter((rule) => whyNotAllowed(rule, state.connected) === null);
    const selected = selectedIn(allowed, kept.stored, view);
    const isHeld = ({ name }: Rule): boolean => kept.stored.some((one) => one.name === name && one.held !== null);
    read(bidsRead(new Map([...selected].filter(([rule]) => !isHeld(rule))), waiting));
    if (lists.sequence <= actedAt) return;
    const fights = started?.rules === rules ? started.fights : fightsAtStart(selected, view);
    if (started?.rules !== rules) {
      started = { rules, fights };
      for (const fight of fights) onEvent({ kind: 'fight', why: conflictSentence(fight) });
      // Nothing is done before the operator knows: a program may end now.
      if (fights.length > 0) return;
    }
    decided = { bids: state.lists.bids.sequence, instances: state.lists.instances.sequence };
    for (const rule of rules) {
      const stored = kept.stored.find(({ name }) => name === rule.name);
      if (stored === undefined || stored.version !== versionOf(rule) || stored.held !== null) continue;
      // A bid that may or may not have been placed: the rule waits until that is known.
      if (waiting.some((one) => one.rule === rule.name && one.action?.kind === 'place')) continue;
      const refusal = refusalOf(rule, state.connected, fights);
      if (refusal !== null) {
        refuse(stored, refusal, view.now);
        continue;
      }
      const hasActed = await runOne(rule, storedRule(rule.name) ?? stored, all, viewBeside(rule, selected, view)).catch(
        (error: unknown) => {
          hold(rule.name, failed(stored, error));
          return true;
        },
      );
      if (!hasActed) continue;
      actedAt = nextSequence();
      return;
    }
  };

  const isDecided = ({ bids, instances }: ConsoleState['lists']): boolean =>
    decided.bids === bids.sequence && decided.instances === instances.sequence;

  const begin = (): void => {
    if (stopped) return;
    if (parts.rules().length === 0) {
      lease.end();
      read(NONE);
      return;
    }
    // Reading and renewing the lease also finds out whether a journal that could not be used can be again.
    const isHeld = lease.hold();
    if (isHeld) seeHolds();
    else read(NONE);
    if (isHeld && journal.warning() === null && !isInRound && !isDecided(store.getState().lists)) {
      isInRound = true;
      round = runAll().finally(() => {
        isInRound = false;
      });
    }
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (state.now !== before.now || state.lists !== before.lists) begin();
  });

  return {
    stop: async () => {
      stopped = true;
      unsubscribe();
      read(NONE);
      await round;
      lease.end();
    },
  };
}
