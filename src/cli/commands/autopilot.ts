import { createStore } from 'zustand/vanilla';
import { runnerWords } from '../../app/rules.ts';
import { connectedTo, connectionFrom } from '../../config/connection.ts';
import { isReadOnlyProfile, requireRulesMayAct } from '../../config/may-change.ts';
import { paceOf } from '../../config/pace.ts';
import { storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { openJournal } from '../../journal/journal.ts';
import { machineClock } from '../../lib/clock.ts';
import { jsonText } from '../../lib/sanitize.ts';
import { serviceResources } from '../../resources/index.ts';
import { asciiGlyphs } from '../../resources/parts/glyphs.ts';
import type { Rule } from '../../rules/rule.ts';
import { syncJournal } from '../../state/journal-sync.ts';
import { readRules } from '../../state/rules/follow-rules.ts';
import { whyNotAllowed } from '../../state/rules/may-act.ts';
import { ruleEventAdded } from '../../state/rules/rule-activity.ts';
import type { RuleEvent } from '../../state/rules/rule-event.ts';
import { rulesReread } from '../../state/rules/rules-state.ts';
import { runRules } from '../../state/rules/runner.ts';
import { startState } from '../../state/start-state.ts';
import type { ConsoleState } from '../../state/state.ts';
import { createWriting } from '../../state/sync/write-queue.ts';
import { EXIT } from '../../system/exit.ts';
import { clientFor } from '../../system/request-log.ts';
import { flushOutput, writeErrorLine, writeLine } from '../../system/streams.ts';
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
import { machinesForRules } from './autopilot-machines.ts';
import { ended, keepUpToDate, logProblems, NO_SCREEN, sendHeadlessNotifications } from './headless.ts';

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
export async function autopilot(settings: Settings, options: AutopilotOptions): Promise<number> {
  const connection = connectionFrom(settings);
  const { rules } = settings;
  requireRules(rules);
  if (!options.dryRun) requireRulesMayAct(settings, 'Run it without, or with --dry-run.');
  return flushOutput(() => run(settings, connection, options));
}

async function run(
  settings: Settings,
  connection: ReturnType<typeof connectionFrom>,
  { dryRun, json, source }: AutopilotOptions,
): Promise<number> {
  const clock = machineClock;
  let { rules } = settings;
  // An option or a variable that makes all read-only allows a rehearsal, of the same rules as without it.
  const connected = connectedTo({ ...connection, readOnly: isReadOnlyProfile(settings) }, settings);
  // Each rule needs `allow` where the profile is read-only, which the runner checks.
  const client = clientFor(settings, { ...connection, readOnly: dryRun });
  const store = createStore<ConsoleState>(() => startState(connected, asciiGlyphs, NO_SCREEN, clock.now()));
  const { path, service } = storagePaths(settings, connection.baseUrl);
  const journal = openJournal(path, clock.now, serviceResources);
  const scope = { service, project: connection.project };
  // A rehearsal leaves no trace in the journal of the rules.
  const ruleJournal = dryRun ? openJournal(':memory:', clock.now, serviceResources) : journal;
  const { poller, nextSequence, stop } = keepUpToDate(store, client, paceOf(settings));
  const writing = createWriting({ store, client: () => client, clock, nextSequence, poke: poller.poke });
  const print = (line: string, object: object): void => writeLine(json ? jsonText(object) : line);
  const refused = Promise.withResolvers<number>();
  const onEvent = (event: RuleEvent): void => {
    // Rules that begin to fight when the file is read again are both left out, and the others go on.
    if (event.kind === 'fight' && rules === settings.rules) {
      writeErrorLine(event.why);
      refused.resolve(EXIT.usage);
      return;
    }
    print(eventText(event, clock.now()), eventObject(event, clock.now()));
    if (!dryRun) store.setState(ruleEventAdded(store.getState(), event, nextSequence()), true);
  };
  const printStandings = (some: readonly Rule[]): void => {
    const stored = ruleJournal.rules(scope);
    for (const rule of some) {
      const kept = stored.find(({ name }) => name === rule.name) ?? null;
      const barred = whyNotAllowed(rule, store.getState().connected);
      const standing = standingOf(rule, kept, barred, dryRun);
      print(standingText(rule, standing), standingObject(rule, standing));
    }
  };
  printStandings(rules);
  let { notify } = settings;
  const { environment } = source;
  const notifications = sendHeadlessNotifications({
    ...{ store, journal, service, environment, targets: () => notify, nextSequence },
  });
  const stopSync = syncJournal({ store, journal, service: () => service });
  const stopReading = readRules({ store, journal: ruleJournal, scope: () => scope, rules: () => rules });
  const runner = runRules({
    ...{ store, clock, scope, nextSequence, onEvent, sendForRule: writing.sendForRule },
    ...{ journal: ruleJournal, groups: journal, rules: () => rules, runs: runnerWords('autopilot') },
  });
  const stopLogging = logProblems(store, () => journal.warning());
  poller.start();
  const machines = machinesForRules(store);
  machines.follow(settings, rules);
  const stopFollowing = followConfig(source, settings, (next) => {
    const before = rules;
    notify = next.notify;
    rules = rulesReread(before, next.rules);
    const { names: aliases, production, readOnlyBy } = next;
    const now = store.getState().connected;
    store.setState({ connected: { ...now, aliases, production, readOnly: isReadOnlyProfile(next), readOnlyBy } });
    for (const rule of before.filter(({ name }) => !rules.some((one) => one.name === name)))
      print(standingText(rule, REMOVED), standingObject(rule, REMOVED));
    printStandings(rules.filter((rule) => !before.includes(rule)));
    machines.follow(next, rules);
  });
  const code = await Promise.race([ended(store, false), refused.promise]);
  stopFollowing();
  poller.stop();
  machines.stop();
  await runner.stop();
  stop();
  stopReading();
  stopLogging();
  stopSync();
  await notifications.stop();
  journal.close();
  if (ruleJournal !== journal) ruleJournal.close();
  return code;
}
