import type { RecordedConsole } from '../../../command/recorded.ts';
import type { Settings } from '../../../config/settings.ts';
import { openJournal } from '../../../journal/journal.ts';
import type { Scope } from '../../../journal/scope.ts';
import { MINUTE_MS } from '../../../lib/duration.ts';
import { jsonText } from '../../../lib/sanitize.ts';
import { own } from '../../../lib/typed-key.ts';
import { counted } from '../../../lib/words.ts';
import { serviceResources } from '../../../resources/index.ts';
import { projectsOf } from '../../../store/projects.ts';
import { timePassed } from '../../../store/transitions.ts';
import { EXIT, type ExitCode } from '../../../system/exit.ts';
import { writeLine } from '../../../system/streams.ts';
import { createBidRecorder } from '../../money/bid-recorder.ts';
import { bidJournal } from '../../money/journal.ts';
import { bidRecordsOf } from '../../money/known-records.ts';
import { tables } from '../../money/tables.ts';
import type { RuleAction } from '../engine/decision.ts';
import { readAtOnce } from '../engine/needs.ts';
import type { Rule } from '../kinds.ts';
import { ruleViewOf } from '../runner/rule-view.ts';
import { stepRule } from '../runner/step-rule.ts';
import { rulesSetting } from '../settings.ts';
import { eventObject, eventText, requireRules } from './autopilot-lines.ts';

/**
 * `spotdeck autopilot --against`: prints what the rules would have done in a recording. Nothing is sent. Returns the exit code.
 * @throws {CommandFailure} without rules, or without a recording.
 */
export async function autopilotAgainst(
  settings: Pick<Settings, 'own'>,
  recorded: () => Promise<RecordedConsole>,
  json: boolean,
): Promise<ExitCode> {
  const rules = own(settings, rulesSetting);
  requireRules(rules);
  const print = (line: string, object: object): void => writeLine(json ? jsonText(object) : line);
  const ended = recordedRules(await recorded(), rules, ({ at, rule, action }) => {
    const event = { kind: 'action', rule, action, outcome: 'rehearsed', why: null } as const;
    print(eventText(event, at), eventObject(event, at));
  });
  for (const { rule, actions, hindered } of ended) {
    const { name, kind } = rule;
    const count = actions === 0 ? 'nothing' : counted(actions, 'action');
    const why = hindered === null ? '' : ` ${hindered}`;
    print(`${name}: ${kind}, ${count}.${why}`, { event: 'summary', rule: name, kind, actions, hindered });
  }
  return EXIT.done;
}

/** Interval at which rules decide while nothing changes, and at which prices are computed from what was seen, in milliseconds. */
const DECIDE_MS = 10_000;
const PRICES_MS = 5 * MINUTE_MS;

/** What a rule would have done at a time of the recording, in milliseconds since 1970. */
export type RecordedAction = { readonly at: number; readonly rule: string; readonly action: RuleAction };

/** What a rule would have done in all, and what hindered it last. */
export type RecordedRule = { readonly rule: Rule; readonly actions: number; readonly hindered: string | null };

/** What a rule remembers and has done so far. */
type Progress = Omit<RecordedRule, 'rule'> & { readonly memory: string | null };

/**
 * Plays a recording through rules and returns what they would have done. The recorded fleet does not react: each action is remembered as a
 * rehearsed one, and the rule goes on from the fleet as it was recorded. Nothing is sent, and nothing enters the operator's journal.
 */
export function recordedRules(
  { start, steps }: RecordedConsole,
  rules: readonly Rule[],
  onAction: (action: RecordedAction) => void,
): readonly RecordedRule[] {
  let shown = start;
  let state = start;
  const scopes = (): readonly Scope[] =>
    projectsOf(state.connected).map((project) => ({ service: 'recording', project }));
  const journal = bidJournal(openJournal(':memory:', () => state.now, serviceResources, [tables]));
  const bids = createBidRecorder({ store: { getState: () => shown }, journal, scopes });
  const known = new Map(rules.map((rule): [Rule, Progress] => [rule, { memory: null, actions: 0, hindered: null }]));
  let pricesAt = Number.NEGATIVE_INFINITY;

  const decide = (): void => {
    if (state.lists.bids.fetchedAt === null || state.lists.instances.fetchedAt === null) return;
    if (state.now - pricesAt >= PRICES_MS) {
      bids.record();
      pricesAt = state.now;
      const records = journal.bidRecords(scopes(), { from: start.now, to: state.now });
      state = { ...state, bidRecords: { records, readAt: state.now } };
    }
    const view = ruleViewOf(state, { read: readAtOnce(state.now), busy: new Set(), pauseSet: () => null });
    for (const [rule, own] of known) {
      const record = {
        memory: own.memory,
        released: false,
        sentAt: [],
        raised: new Set<string>(),
        open: [],
        troubles: [],
      };
      const { memory, rehearsed, hindered } = stepRule(rule, record, view);
      for (const action of rehearsed) onAction({ at: state.now, rule: rule.name, action });
      known.set(rule, { memory, actions: own.actions + rehearsed.length, hindered });
    }
  };

  for (const next of steps) {
    while (next.state.now - state.now > DECIDE_MS) {
      state = timePassed(state, state.now + DECIDE_MS);
      decide();
    }
    if (next.isOther) bids.forget();
    shown = next.state;
    bids.record();
    state = { ...next.state, bidRecords: bidRecordsOf(state) };
    decide();
  }
  bids.finish();
  journal.close();
  return [...known].map(([rule, { actions, hindered }]) => ({ rule, actions, hindered }));
}
