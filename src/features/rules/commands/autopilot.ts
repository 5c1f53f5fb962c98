import type { StoreApi } from 'zustand/vanilla';
import { type Program, withoutScreen } from '../../../app/programs.ts';
import { openRowStream, type Printing } from '../../../command/format.ts';
import { openHeadless } from '../../../command/headless.ts';
import { connectedTo, connectionFrom } from '../../../config/connection.ts';
import { onConfigChange } from '../../../config/file.ts';
import { type ResolvedSettings, reloadConfig, unreadLines } from '../../../config/profile.ts';
import { liveSettings } from '../../../config/profile-config.ts';
import type { Settings } from '../../../config/settings.ts';
import type { AsyncJournal } from '../../../journal/async-journal.ts';
import type { Cancel } from '../../../lib/clock.ts';
import { describeError } from '../../../lib/os-error.ts';
import { own } from '../../../lib/typed-key.ts';
import type { ConsoleState, Features } from '../../../store/state.ts';
import { EXIT } from '../../../system/exit.ts';
import { flushOutput, writeErrorLine, writeErrorLines } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import { machinesWithoutScreen } from '../../machines/troubles.ts';
import { rulesJournal } from '../journal/rules.ts';
import { kindOf, type Rule } from '../kinds.ts';
import { whyNotAllowed } from '../runner/may-act.ts';
import type { RuleEvent } from '../runner/rule-event.ts';
import { RULES_READER, rulesSetting } from '../settings.ts';
import {
  autopilotMembers,
  eventObject,
  eventText,
  isReadOnlyProfile,
  REMOVED,
  requireRules,
  requireRulesMayAct,
  standingObject,
  standingOf,
  standingText,
} from './autopilot-lines.ts';

type AutopilotOptions = {
  readonly dryRun: boolean;
  readonly printing: Printing;
};

/** Runs the rules until a signal; losing its output ends nothing. @throws {CommandFailure} */
export async function autopilot(
  features: Features,
  resolved: ResolvedSettings,
  options: AutopilotOptions,
): Promise<number> {
  const { settings } = resolved;
  const connection = connectionFrom(settings);
  requireRules(own(settings, rulesSetting));
  if (!options.dryRun) requireRulesMayAct(settings, 'Run it without, or with --dry-run.');
  return flushOutput(() => run(features, resolved, connection, options));
}

async function run(
  features: Features,
  resolved: ResolvedSettings,
  connection: ReturnType<typeof connectionFrom>,
  { dryRun, printing }: AutopilotOptions,
): Promise<number> {
  const { settings } = resolved;
  const rulesAtStart = own(settings, rulesSetting);
  const rulesNow = (): readonly Rule[] => own(runtime.profile(), rulesSetting);
  const printed = openRowStream(printing, autopilotMembers);
  const print = (line: string, object: object): void => printed.print(object, () => line);
  const refused = Promise.withResolvers<number>();
  const onEvent = (event: RuleEvent, add: () => void): void => {
    // After a reload, fighting rules are left out and the others go on.
    if (event.kind === 'fight' && rulesNow() === rulesAtStart) {
      writeErrorLine(event.why);
      refused.resolve(EXIT.usage);
      return;
    }
    print(eventText(event, system().clock.now()), eventObject(event, system().clock.now()));
    if (!dryRun) add();
  };
  let journal: AsyncJournal | null = null;
  const printStandings = async (some: readonly Rule[]): Promise<void> => {
    const { connected } = store.getState();
    const scope = { service: runtime.profile().storage.service, project: connected.project };
    // `act` rather than `ask`: this comes before the rules say anything.
    const all = (await journal?.act(rulesJournal, 'rules', scope)) ?? [];
    const problem = journal?.status().warning ?? null;
    for (const rule of some) {
      const stored = all.find(({ name }) => name === rule.name) ?? null;
      const barred = whyNotAllowed(rule, connected);
      const standing = standingOf(rule, { stored, barred, problem, isDryRun: dryRun });
      print(standingText(rule, standing), standingObject(rule, standing, system().clock.now()));
    }
  };
  const needsMachines = (rules: readonly Rule[]): boolean => rules.some((rule) => kindOf(rule).reads(rule).machines);
  const { store, runtime, run, ended, onEnd } = openHeadless({
    features,
    program: autopilotProgram,
    resolved,
    rehearses: dryRun,
    // A rehearsal sends nothing, so an option or a variable for read-only doesn't stop it.
    differs: { connected: connectedTo({ ...connection, readOnly: isReadOnlyProfile(settings) }, settings) },
    begun: (state) => ({ ...state, machines: machinesWithoutScreen(settings, needsMachines(rulesAtStart)) }),
    onSaid: ({ rule }, usual) => (rule === undefined ? usual() : onEvent(rule, usual)),
    reports: {
      journalOpened: ({ ofAgents }) => {
        journal = ofAgents;
        void printStandings(rulesAtStart);
        onEnd(onOtherFile(store, ofAgents, () => void printStandings(rulesNow())));
      },
    },
  });
  onEnd(
    followConfig(resolved, (next) => {
      const before = rulesNow();
      runtime.reload(liveSettings(next));
      const rules = rulesNow();
      const { names: aliases, production, readOnlyBy } = next;
      const now = store.getState().connected;
      const connected = { ...now, aliases, production, readOnly: isReadOnlyProfile(next), readOnlyBy };
      store.setState({ connected, machines: machinesWithoutScreen(next, needsMachines(rules)) });
      for (const rule of before.filter(({ name }) => !rules.some((one) => one.name === name)))
        print(standingText(rule, REMOVED), standingObject(rule, REMOVED, system().clock.now()));
      void printStandings(rules.filter((rule) => !before.includes(rule)));
    }),
  );
  const code = await run(Promise.race([ended(false), refused.promise]));
  printed.end();
  const { problem, losses } = store.getState().journal;
  return code === EXIT.done && (problem !== null || losses > 0) ? EXIT.journalLost : code;
}

function onOtherFile(
  store: Pick<StoreApi<ConsoleState>, 'subscribe'>,
  journal: Pick<AsyncJournal, 'status'>,
  then: () => void,
): Cancel {
  let { number } = journal.status();
  return store.subscribe(() => {
    if (journal.status().number === number) return;
    ({ number } = journal.status());
    then();
  });
}

/** Reads the config file again when it changes. A wrong file changes nothing but writes a line to stderr. */
function followConfig(
  { config, settings: { profile }, from }: ResolvedSettings,
  onSettings: (settings: Settings) => void,
): Cancel {
  if (config === null) return () => undefined;
  const { path } = config;
  const name = config.profiles.find((one) => one.name === profile)?.name ?? null;
  /** Of two reads at once the later one counts. */
  let changes = 0;
  const reload = async (): Promise<void> => {
    changes += 1;
    const change = changes;
    try {
      const { settings, unread } = await reloadConfig(path, name, from, RULES_READER);
      if (change !== changes) return;
      writeErrorLine('The config file was read again.');
      writeErrorLines(unreadLines(unread));
      onSettings(settings);
    } catch (error) {
      if (change !== changes) return;
      writeErrorLine(`The config file was not read again, so the rules stay as they are: ${describeError(error)}`);
    }
  };
  const stop = onConfigChange(path, () => void reload());
  return () => {
    changes += 1;
    stop();
  };
}

export const autopilotProgram: Program = {
  ...withoutScreen,
  words: 'spotdeck autopilot',
  sends: 'of-agents',
  agents: 'run',
};
