import type { StoreApi } from 'zustand/vanilla';
import { liveSettings } from '../../../app/profile.ts';
import { programs } from '../../../app/programs.ts';
import { openHeadless } from '../../../command/headless.ts';
import { connectedTo, connectionFrom } from '../../../config/connection.ts';
import { isReadOnlyProfile, requireRulesMayAct } from '../../../config/may-change.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Journal } from '../../../journal/journal.ts';
import { type Cancel, machineClock as clock } from '../../../lib/clock.ts';
import { jsonText } from '../../../lib/sanitize.ts';
import type { Features } from '../../../store/features.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { EXIT } from '../../../system/exit.ts';
import { flushOutput, writeErrorLine, writeLine } from '../../../system/streams.ts';
import { machinesInTurns, reportTroubles } from '../../machines/troubles.ts';
import type { Rule } from '../engine/rule.ts';
import { type RulesJournal, rulesJournal } from '../journal/rules.ts';
import { whyNotAllowed } from '../runner/may-act.ts';
import { ruleEventAdded } from '../runner/rule-activity.ts';
import type { RuleEvent } from '../runner/rule-event.ts';
import { followConfig, type SettingsSource } from './autopilot-config.ts';
import {
  eventObject,
  eventText,
  REMOVED,
  requireRules,
  standingObject,
  standingOf,
  standingText,
} from './autopilot-lines.ts';

export type AutopilotOptions = {
  /** Rehearses all rules, and sends nothing. */
  readonly dryRun: boolean;
  /** Prints objects, one a line. */
  readonly json: boolean;
  readonly source: SettingsSource;
};

/**
 * `spotdeck autopilot`: runs the rules of the config file, as a console without a screen, until a signal ends it. Output that is lost
 * ends nothing. Returns the exit code. @throws {CommandFailure} without rules, and when it may not make changes.
 */
export async function autopilot(features: Features, settings: Settings, options: AutopilotOptions): Promise<number> {
  const connection = connectionFrom(settings);
  const { rules } = settings;
  requireRules(rules);
  if (!options.dryRun) requireRulesMayAct(settings, 'Run it without, or with --dry-run.');
  return flushOutput(() => run(features, settings, connection, options));
}

async function run(
  features: Features,
  settings: Settings,
  connection: ReturnType<typeof connectionFrom>,
  { dryRun, json, source }: AutopilotOptions,
): Promise<number> {
  const print = (line: string, object: object): void => writeLine(json ? jsonText(object) : line);
  const refused = Promise.withResolvers<number>();
  const onEvent = (event: RuleEvent): void => {
    // Rules that begin to fight when the file is read again are both left out, and the others go on.
    if (event.kind === 'fight' && runtime.profile().rules === settings.rules) {
      writeErrorLine(event.why);
      refused.resolve(EXIT.usage);
      return;
    }
    print(eventText(event, clock.now()), eventObject(event, clock.now()));
    if (!dryRun) store.setState(ruleEventAdded(store.getState(), event, nextSequence()), true);
  };
  let journal: RulesJournal | null = null;
  const printStandings = (some: readonly Rule[]): void => {
    const { connected } = store.getState();
    const scope = { service: runtime.profile().storage.service, project: connected.project };
    const all = journal?.rules(scope) ?? [];
    const problem = journal?.warning() ?? null;
    for (const rule of some) {
      const stored = all.find(({ name }) => name === rule.name) ?? null;
      const barred = whyNotAllowed(rule, connected);
      const standing = standingOf(rule, { stored, barred, problem, isDryRun: dryRun });
      print(standingText(rule, standing), standingObject(rule, standing));
    }
  };
  const needsMachines = (rules: readonly Rule[]): boolean => rules.some(({ kind }) => kind === 'idle');
  const { store, runtime, nextSequence, run, ended, onEnd } = openHeadless({
    ...{
      features,
      program: programs.autopilot,
      resolved: { settings, ...source },
      environment: source.environment,
      rehearses: dryRun,
    },
    own: {
      // An option or a variable that makes all read-only allows a rehearsal, of the same rules as without it.
      connected: connectedTo({ ...connection, readOnly: isReadOnlyProfile(settings) }, settings),
      machines: machinesInTurns(settings, needsMachines(settings.rules)),
    },
    reports: {
      rule: onEvent,
      journalOpened: (_, opened) => {
        journal = rulesJournal(opened);
        printStandings(settings.rules);
        onEnd(onOtherFile(store, opened, () => printStandings(runtime.profile().rules)));
      },
    },
  });
  onEnd(reportTroubles(store));
  onEnd(
    followConfig(source, settings, (next) => {
      const before = runtime.profile().rules;
      runtime.reload(liveSettings(next));
      const { rules } = runtime.profile();
      const { names: aliases, production, readOnlyBy } = next;
      const now = store.getState().connected;
      const connected = { ...now, aliases, production, readOnly: isReadOnlyProfile(next), readOnlyBy };
      store.setState({ connected, machines: machinesInTurns(next, needsMachines(rules)) });
      for (const rule of before.filter(({ name }) => !rules.some((one) => one.name === name)))
        print(standingText(rule, REMOVED), standingObject(rule, REMOVED));
      printStandings(rules.filter((rule) => !before.includes(rule)));
    }),
  );
  const code = await run(Promise.race([ended(false), refused.promise]));
  const { problem, losses } = store.getState().journal;
  return code === EXIT.done && (problem !== null || losses > 0) ? EXIT.journalLost : code;
}

/** Calls a function when the journal uses another file. Returns the function that stops it. */
function onOtherFile(store: Pick<StoreApi<ConsoleState>, 'subscribe'>, journal: Journal, then: () => void): Cancel {
  let { number } = journal.file();
  return store.subscribe(() => {
    if (journal.file().number === number) return;
    number = journal.file().number;
    then();
  });
}
