import { createStore } from 'zustand/vanilla';
import { machineClock as clock } from '../lib/clock.ts';
import { probe } from '../ssh/probe.ts';
import type { Controller } from '../state/controller.ts';
import { dialogOpened } from '../state/dialogs/dialog-stack.ts';
import { forgetSecrets } from '../state/dialogs/forget-secrets.ts';
import { trackOwnApiKeys } from '../state/own-api-keys.ts';
import { createRequestLog } from '../state/request-log.ts';
import { startState } from '../state/start-state.ts';
import type { ConsoleState } from '../state/state.ts';
import { appLog } from '../system/app-log.ts';
import { machinesOverSsh } from '../system/machine-ssh.ts';
import { limitOldSpace } from '../system/old-space.ts';
import { refuseTerminalLog } from '../system/request-log.ts';
import { writeErrorLine } from '../system/streams.ts';
import { limitYoungSpace } from '../system/young-space.ts';
import { ringAlerts } from './alerts.ts';
import { createTerminal } from './attach-terminal.ts';
import { findLocalKeys, glyphsFor, recording, ticking } from './background.ts';
import { watchConfig } from './config-watch.ts';
import { createConnecting } from './connecting.ts';
import { createPrograms } from './custom-commands.ts';
import { firstAnswer } from './journal-start.ts';
import { createJournals } from './journals.ts';
import { logListErrors } from './log-list-errors.ts';
import { createNotifier } from './notifications.ts';
import type { ConsoleOptions } from './options.ts';
import { exitCode, type Part, partOf, runParts } from './parts.ts';
import { createHookRunner } from './preempt-hook.ts';
import { createProfileSessions, withProfile } from './profile-sessions.ts';
import { createRotating } from './rotating.ts';
import { createSession } from './session.ts';
import { createSessions } from './ssh-sessions.ts';
import { renewToken } from './token-renewal.ts';

/** Runs the console on this process's terminal until the operator ends it. Returns the exit code. */
export async function runConsole(options: ConsoleOptions): Promise<number> {
  refuseTerminalLog(options);
  const { session, firstRun, profiles, debug, recording: file, screenReader } = options;
  const { columns, rows } = process.stdout;
  const start = startState(session.connected, glyphsFor(options), { columns, rows }, clock.now());
  const saved = withProfile({ ...start, profiles, recording: file !== null }, session);
  const shown = { ...saved, zoomed: screenReader || saved.zoomed };
  const store = createStore<ConsoleState>(() =>
    firstRun === null ? shown : dialogOpened(shown, { kind: 'first-run', at: 0 }),
  );
  const log = appLog('console');
  log(
    `started: spotdeck ${SPOTDECK_VERSION}, Node ${process.versions.node}, ${process.platform}, ${columns} × ${rows}`,
  );

  const requests = createRequestLog();
  const terminal = createTerminal(options.colours, options);
  const journals = createJournals(clock.now);
  const hooks = createHookRunner({ store, clock, environment: () => process.env });
  let sequence = 0;
  const nextSequence = (): number => {
    sequence += 1;
    return sequence;
  };
  const notifier = createNotifier({ store, clock, environment: options.environment, nextSequence });
  const shared = {
    ...{ store, clock, nextSequence, random: Math.random, debug, log, probe, journals, hooks, notifier },
    machineSource: machinesOverSsh,
  };
  const sessions = createProfileSessions({
    ...{ store, first: session, profileOf: options.sessionOf, failed: terminal.failed },
    sessionFor: (profile) => createSession(profile, { ...shared, requestEnded: requests.add }),
    beforeFirstJournal: (stopped) => firstAnswer(store, clock, stopped),
  });
  const connecting = createConnecting({ store, clock, connect: options.connect, show: sessions.show });
  const rotating = createRotating({ store, session: sessions.current });
  const token = (): string | null => sessions.current().token();
  const inTmux = (process.env['TMUX'] ?? '') !== '';
  const onTerminal = { store, clock, inTmux, suspend: terminal.suspend };
  const programs = createPrograms({ ...onTerminal, token, environment: () => process.env });
  const ssh = createSessions({ ...onTerminal, way: () => sessions.current().profile().ssh });
  const controller: Controller = {
    store,
    terminal: terminal.ports,
    get remote() {
      return {
        ...sessions.current().remote,
        connect: connecting.connect,
        cancelConnect: connecting.cancelConnect,
        rotateKey: rotating.rotateKey,
        answerRotation: rotating.answerRotation,
        switchProfile: sessions.switchTo,
        runOwn: programs.run,
        stopRun: programs.stop,
        openSsh: ssh.open,
        endSession: ssh.end,
        requests: requests.all,
      };
    },
    get journal() {
      return sessions.current().journal();
    },
    replay: null,
    firstRun: firstRun === null ? null : { openDemo: () => sessions.show(firstRun.demo()) },
  };

  const parts: readonly Part[] = [
    partOf(() => logListErrors(store, log)),
    partOf(() => forgetSecrets(store)),
    partOf(() => trackOwnApiKeys(store, token)),
    partOf(() => renewToken(store, sessions.current)),
    partOf(() => rotating.stop),
    recording(store, file, clock.now, token),
    partOf(() => watchConfig({ path: options.watched, store, session: sessions.current, log })),
    { start: () => terminal.start(controller), stop: terminal.stop },
    partOf(limitYoungSpace),
    partOf(limitOldSpace),
    ticking(store, clock),
    { start: () => findLocalKeys(store), stop: () => undefined },
    partOf(() =>
      ringAlerts({ store, clock, write: terminal.write, setting: () => sessions.current().profile().alerts }),
    ),
    partOf(() => connecting.stop),
    partOf(() => programs.stopAll),
    partOf(() => hooks.drop),
    partOf(() => journals.close),
    partOf(() => notifier.finished),
    sessions,
  ];
  const exit = exitCode(await runParts(parts, terminal.ended));
  log(`ended: code ${exit}`);
  if (hooks.running() > 0) writeErrorLine('The on_preempt program is still running; spotdeck exits when it ends.');
  return exit;
}
