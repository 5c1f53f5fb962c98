import { expect, onTestFinished } from 'vitest';
import { readRules } from '../../../src/features/rules/follow-rules.ts';
import { createRuleReader } from '../../../src/features/rules/rule-reader.ts';
import { versionOf } from '../../../src/features/rules/rules-state.ts';
import { listOfRules } from '../../../src/features/rules/schemas.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import type { JournalPort } from '../../../src/store/controller.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { HERE } from '../../journal/scope.ts';
import { type Operator, operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON, quiet } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { type FeatureJournal, openFeatureJournal } from './open-journal.ts';

export const schedule = (name: string, more: object = {}) => ({
  name,
  kind: 'schedule',
  bids: 'name:dev',
  pause: '0 20 * * *',
  zone: 'UTC',
  max_cost: '$50',
  ...more,
});
/** The rules of the console. */
export const rules = listOfRules(loadedFeatures.panes.bids.columns).parse([
  schedule('night'),
  schedule('noon'),
  schedule('week'),
]);
export const ids = rules.map((rule) => ({ name: rule.name, version: versionOf(rule) }));

export const OTHER = 'spotdeck autopilot on host, process 4711';

/** Opens the journal of a program that has run the rules: `night` and `noon` may act, `week` only rehearses. */
export function runner(path: string): FeatureJournal {
  const journal = journalAt(path);
  journal.declareRules(HERE, ids);
  for (const rule of ids.slice(0, 2)) journal.releaseRule(HERE, rule);
  expect(journal.takeLease(HERE, 'other', OTHER, null)).toBe(true);
  return journal;
}

function journalAt(path: string): FeatureJournal {
  const journal = openFeatureJournal(path, () => NOON);
  onTestFinished(() => journal.close());
  return journal;
}

export async function consoleOn(
  path: string,
  start: ConsoleState = consoleWith({ bids: [bid('a')] }),
  own = rules,
): Promise<Operator> {
  const journal = journalAt(path);
  const port: JournalPort = {
    rowEvents: async () => ({ events: [], knownSince: null }),
    pauseSets: { all: async () => [], begin: async () => 'begun', change: () => undefined },
    holdRules: async (names, why) => journal.holdRules(HERE, names, why),
    releaseRule: async (rule) => journal.releaseRule(HERE, rule),
  };
  const operator = operatorAt(start, { journal: port });
  const parts = { store: operator.controller.store, scope: () => HERE, rules: () => own };
  const opened = sameThread(journal);
  onTestFinished(readRules({ ...parts, journal: opened, records: createRuleReader(opened) }).stop);
  await operator.press('A');
  return operator;
}

/** Lets a second pass, in which each console reads the journal. */
export async function second(operator: Operator): Promise<void> {
  operator.controller.store.setState({ now: operator.state().now + 1000 });
  await quiet();
}

/** What each rule does, as its pane shows it. */
export const states = (operator: Operator): readonly string[] =>
  [...operator.state().lists.rules.rows.values()].map(({ row }) => `${row.fid}: ${row.status.kind}`);

export const heldIn = (journal: FeatureJournal): readonly string[] =>
  journal.rules(HERE).flatMap(({ name, held }) => (held === null ? [] : [name]));
