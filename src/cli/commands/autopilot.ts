import { createStore } from 'zustand/vanilla';
import { filterFaultLine } from '../../app/log-list-errors.ts';
import { runnerWords } from '../../app/rules.ts';
import { connectedTo, connectionFrom } from '../../config/connection.ts';
import { machinePace } from '../../config/machine-pace.ts';
import { paceOf } from '../../config/pace.ts';
import { storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { openJournal } from '../../journal/journal.ts';
import { machineClock } from '../../lib/clock.ts';
import { jsonText } from '../../lib/sanitize.ts';
import { serviceResources } from '../../resources/index.ts';
import { asciiGlyphs } from '../../resources/parts/glyphs.ts';
import { syncJournal } from '../../state/journal-sync.ts';
import { timePassed } from '../../state/lists/transitions.ts';
import { DEFAULT_MACHINES } from '../../state/machine-settings.ts';
import { readRules } from '../../state/rules/follow-rules.ts';
import { whyNotAllowed } from '../../state/rules/may-act.ts';
import { ruleEventAdded } from '../../state/rules/rule-activity.ts';
import type { RuleEvent } from '../../state/rules/rule-event.ts';
import { runRules } from '../../state/rules/runner.ts';
import { startState } from '../../state/start-state.ts';
import type { ConsoleState } from '../../state/state.ts';
import { createPoller } from '../../state/sync/poller.ts';
import { createWriting } from '../../state/sync/write-queue.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';
import { clientFor } from '../../system/request-log.ts';
import { flushOutput, writeErrorLine, writeLine } from '../../system/streams.ts';
import { eventObject, eventText, requireRules, standingOf } from './autopilot-lines.ts';
import { ended, logProblems } from './watch.ts';
import { reportTroubles, watchMachines } from './watch-machines.ts';

export type AutopilotOptions = {
  /** Rehearses all rules, and sends nothing. */
  readonly dryRun: boolean;
  /** Prints objects, one a line. */
  readonly json: boolean;
};

const TICK_MS = 1000;
/** Size of a screen that shows all lists, so that the poller reads all of them. */
const SIZE = { columns: 160, rows: 45 };

/**
 * `spotdeck autopilot`: runs the rules of the config file, as a console without a screen, until a signal ends it. Output that is lost
 * ends nothing. Returns the exit code. @throws {CommandFailure} without rules, and when it may not make changes.
 */
export async function autopilot(settings: Settings, options: AutopilotOptions): Promise<number> {
  const connection = connectionFrom(settings);
  const { rules } = settings;
  requireRules(rules);
  const readOnly = settings.readOnly && settings.readOnlyBy?.kind !== 'config';
  if (readOnly && !options.dryRun)
    throw new CommandFailure(
      EXIT.usage,
      `Rules can't act with ${settings.readOnlyBy?.kind === 'given' ? settings.readOnlyBy.name : '--read-only'}.`,
      'Run it without, or with --dry-run.',
    );
  return flushOutput(() => run(settings, connection, options));
}

async function run(
  settings: Settings,
  connection: ReturnType<typeof connectionFrom>,
  { dryRun, json }: AutopilotOptions,
): Promise<number> {
  const clock = machineClock;
  const { rules } = settings;
  const connected = connectedTo(connection, settings);
  // Each rule needs `allow` where the profile is read-only, which the runner checks.
  const client = clientFor(settings, { ...connection, readOnly: dryRun });
  const readsMachines =
    rules.some(({ kind }) => kind === 'idle') && (settings.machines ?? DEFAULT_MACHINES.mode) !== 'off';
  const store = createStore<ConsoleState>(() => ({
    ...startState(connected, asciiGlyphs, SIZE, clock.now()),
    machines: { mode: readsMachines ? 'all' : 'off', simulated: false, ...machinePace(settings) },
  }));
  const { path, service } = storagePaths(settings, connection.baseUrl);
  const journal = openJournal(path, clock.now, serviceResources);
  const scope = { service, project: connection.project };
  // A rehearsal leaves no trace in the journal of the rules.
  const ruleJournal = dryRun ? openJournal(':memory:', clock.now, serviceResources) : journal;
  let sequence = 0;
  const nextSequence = (): number => {
    sequence += 1;
    return sequence;
  };
  const pace = paceOf(settings);
  const poller = createPoller({
    ...{ store, client: () => client, clock, pace: () => pace, nextSequence, random: Math.random },
    onFilterFault: (list, unusable, fault) => writeErrorLine(`${filterFaultLine(list, unusable, fault)}.`),
  });
  const writing = createWriting({ store, client: () => client, clock, nextSequence, poke: poller.poke });
  const print = (line: string, object: object): void => writeLine(json ? jsonText(object) : line);
  const refused = Promise.withResolvers<number>();
  const onEvent = (event: RuleEvent): void => {
    if (event.kind === 'fight') {
      writeErrorLine(event.why);
      refused.resolve(EXIT.usage);
      return;
    }
    print(eventText(event, clock.now()), eventObject(event, clock.now()));
    if (!dryRun) store.setState(ruleEventAdded(store.getState(), event, nextSequence()), true);
  };
  const stored = ruleJournal.rules(scope);
  for (const rule of rules) {
    const kept = stored.find(({ name }) => name === rule.name) ?? null;
    const { standing, why } = standingOf(rule, kept, whyNotAllowed(rule, connected), dryRun);
    const { name, kind } = rule;
    print(`${name}: ${kind}, ${standing}.${why === null ? '' : ` ${why}`}`, {
      event: 'rule',
      rule: name,
      kind,
      standing,
      why,
    });
  }
  const stopSync = syncJournal({ store, journal, service: () => service });
  const stopReading = readRules({ store, journal: ruleJournal, scope: () => scope, rules: () => rules });
  const runner = runRules({
    ...{ store, clock, scope, nextSequence, onEvent, sendForRule: writing.sendForRule },
    ...{ journal: ruleJournal, groups: journal, rules: () => rules, runs: runnerWords('autopilot') },
  });
  const ticking = setInterval(() => store.setState(timePassed(store.getState(), clock.now()), true), TICK_MS);
  const stopLogging = logProblems(store, () => journal.warning());
  poller.start();
  const stopMachines = readsMachines ? watchMachines({ store, settings, targets: null }) : null;
  const stopTroubles = reportTroubles(store);
  const code = await Promise.race([ended(store, false), refused.promise]);
  poller.stop();
  stopMachines?.();
  stopTroubles();
  await runner.stop();
  clearInterval(ticking);
  stopReading();
  stopLogging();
  stopSync();
  journal.close();
  if (ruleJournal !== journal) ruleJournal.close();
  return code;
}
