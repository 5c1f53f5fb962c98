import type { RuntimePart } from '../../app/runtime-part.ts';
import type { RunningPart } from '../../command/feature.ts';
import { own } from '../../lib/typed-key.ts';
import { counted } from '../../lib/words.ts';
import { type OwnHeader, type Part, toned } from '../../store/header-order.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { WantedMoney } from '../money/known-money.ts';
import { rulesOfProfile } from './demo-rules.ts';
import { followRules, runnerWords } from './follow-rules.ts';
import { type HoldResult, rulesJournal, type StoredRule } from './journal/rules.ts';
import { kindOf, type Rule } from './kinds.ts';
import { bidsActedOn, rulesNeedingOperator } from './rule-rows.ts';
import { rulesOf, rulesReread } from './rules-state.ts';
import { rowsRulesRead } from './runner/rows-read.ts';
import { type RuleEvent, ruleEventAdded, ruleEventShown } from './runner/rule-event.ts';
import { rulesSetting } from './settings.ts';

declare module '../../app/runtime-part.ts' {
  interface RuntimeReport {
    readonly rule?: RuleEvent;
  }
}

declare module '../../store/controller.ts' {
  interface JournalPort {
    /** Null lets them go on; `why` is a sentence. */
    readonly holdRules?: (names: readonly string[], why: string | null) => Promise<HoldResult>;
    /** Releases the rule with this text. */
    readonly releaseRule?: (rule: Pick<StoredRule, 'name' | 'version'>) => Promise<boolean>;
  }
}

const NONE: readonly Rule[] = [];

const runtime: RuntimePart = {
  journal: ({ scope, mayChange }, journal) => ({
    // Holding is always possible.
    holdRules: async (names, why) =>
      why !== null || mayChange() ? journal.act(rulesJournal, 'holdRules', scope(), names, why) : { kept: false },
    releaseRule: async (rule) => mayChange() && journal.act(rulesJournal, 'releaseRule', scope(), rule),
  }),
  acts: (parts, { journal, ofAgents }) => {
    const { program, store, clock, nextSequence, scope, profile, mayChange, report } = parts;
    if (program.agents === 'none') return {};
    const end = followRules({
      store,
      clock,
      nextSequence,
      scope,
      sendForRule: parts.sendForAgent,
      journal: ofAgents,
      pauseSets: journal,
      known: () => rulesOfProfile(profile()),
      // A read-only console runs none.
      rules: () => (program.sends === 'all' && !mayChange() ? NONE : rulesOfProfile(profile())),
      runs: program.agents === 'run' ? runnerWords(program.words) : null,
      onEvent: (event) =>
        report({
          rule: event,
          line: null,
          added: (state, id) => ruleEventAdded(state, event, id),
          shown: (state, id) => ruleEventShown(state, event, id),
        }),
    });
    return { end };
  },
  reread: (before, next) => {
    const rules = rulesReread(own(before, rulesSetting), own(next, rulesSetting));
    return { ...next, own: rulesSetting.put(next.own, rules) };
  },
};

function moneyWanted(state: ConsoleState): Partial<WantedMoney> {
  const rules = rulesOf(state).rules.filter((rule) => kindOf(rule).reads(rule).prices);
  return {
    prices: rules.length > 0,
    zones: [...new Set(rules.flatMap((rule) => ('zone' in rule ? rule.zone : [])))],
    bids: state.focus === 'rules' ? bidsActedOn(state) : [],
  };
}

const header: OwnHeader = {
  parts: [
    {
      name: 'rules',
      steps: { short: ['counts', 'short'], long: ['place', 'long'] },
      texts: rulesPart,
      command: 'rules',
    },
  ],
};

export const running: RunningPart = {
  state: { demands: (state) => ({ rows: rowsRulesRead(state), money: moneyWanted(state) }), header },
  runtime,
};

/** Rules waiting for the operator; with much room, else the number of rules. */
function rulesPart(state: ConsoleState): Part {
  const { refused, held, rehearse } = rulesNeedingOperator(state);
  const all = rulesOf(state).rules.length;
  const needing = [
    { count: refused, words: 'refused' },
    { count: held, words: 'held' },
    { count: rehearse, words: rehearse === 1 ? 'rehearses' : 'rehearse' },
  ].filter(({ count }) => count > 0);
  if (needing.length === 0) return toned({ short: '', medium: '', long: all === 0 ? '' : counted(all, 'rule') }, 'dim');
  const text = needing.map(({ count, words }, n) => `${n === 0 ? counted(count, 'rule') : count} ${words}`).join(', ');
  return toned({ short: text, medium: text, long: text }, refused > 0 ? 'bad' : held > 0 ? 'warn' : 'accent');
}
