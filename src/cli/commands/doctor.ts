import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { type Finding, failure, findingLines, ok, warning } from '../../command/doctor-lines.ts';
import { configPath } from '../../config/file.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { type Settings, variableIn } from '../../config/settings.ts';
import { sourceWords } from '../../config/token.ts';
import { standingText } from '../../features/notify/commands/notify.ts';
import { notifyStandings } from '../../features/notify/commands/notify-standings.ts';
import { notifyTargets } from '../../features/notify/settings.ts';
import { ruleFindings } from '../../features/rules/commands/doctor-rules.ts';
import { describeError } from '../../lib/os-error.ts';
import { jsonText } from '../../lib/sanitize.ts';
import { own } from '../../lib/typed-key.ts';
import type { Features } from '../../store/features.ts';
import { LEAST, WIDE } from '../../store/panes/layout.ts';
import { stateFolder } from '../../system/app-log.ts';
import { EXIT, type ExitCode } from '../../system/exit.ts';
import { answerOf } from '../../system/program-answer.ts';
import { writeBlock, writeLines } from '../../system/streams.ts';
import type { Environment } from '../../system/terminal.ts';
import { coloursOf } from '../../system/terminal.ts';
import { environmentFindings } from './doctor-environment.ts';
import { serviceFindings } from './doctor-service.ts';

/** `spotdeck doctor`: checks settings, environment, files, terminal and service. Returns 1 when a check fails. */
export async function doctor(
  features: Features,
  resolved: ResolvedSettings,
  environment: Environment,
  json: boolean,
): Promise<ExitCode> {
  const findings = [
    ok('node', process.versions.node),
    ...environmentFindings(environment),
    ...terminalFindings(environment),
    ...settingsFindings(resolved, environment),
    ...(await serviceFindings(resolved.settings)),
    ...notifyFindings(features, resolved.settings),
    ...ruleFindings(features, resolved.settings, Date.now()),
    logsFinding(),
    await programFinding('ssh', ['-V'], 'Install OpenSSH to log in to instances.'),
    await programFinding('tmux', ['-V'], 'Inside tmux, sessions open in windows of their own.'),
  ];
  if (json) writeBlock(`${jsonText(findings, 2)}\n`);
  else writeLines(findingLines(findings));
  return findings.some(({ health }) => health === 'failure') ? EXIT.refused : EXIT.done;
}

function terminalFindings(environment: Environment): readonly Finding[] {
  const { columns, rows } = process.stdout;
  const lacksUnicode = !/utf-?8/i.test(environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || '');
  const inTmux = (environment['TMUX'] ?? '') !== '';
  return [
    process.stdout.isTTY !== true
      ? warning('terminal', 'output is not a terminal, so the lists are printed once.')
      : columns < LEAST.columns || rows < LEAST.rows
        ? failure('terminal', `${columns} × ${rows}`, `The console needs ${LEAST.columns} × ${LEAST.rows}.`)
        : columns < WIDE.columns || rows < WIDE.rows
          ? ok(
              'terminal',
              `${columns} × ${rows}: one pane at a time; from ${WIDE.columns} × ${WIDE.rows} on all of them`,
            )
          : ok('terminal', `${columns} × ${rows}`),
    ok('colours', coloursOf(environment)),
    lacksUnicode
      ? warning('unicode', 'the locale is not UTF-8.', 'Set LANG to a UTF-8 locale, or start with --ascii.')
      : ok('unicode', 'yes'),
    inTmux
      ? warning('clipboard', 'tmux passes copied text to the terminal only with: set -g set-clipboard on')
      : ok('clipboard', 'copied text is sent with OSC 52; some terminals must be configured to allow it'),
    ok(
      'focus',
      inTmux ? 'reported by tmux with: set -g focus-events on' : 'reported by the terminal, if it supports it',
    ),
  ];
}

function settingsFindings({ settings, config }: ResolvedSettings, environment: Environment): readonly Finding[] {
  const path = configPath(environment);
  const profile = config?.profiles.find(({ name }) => name === settings.profile);
  const fromVariable = variableIn(environment, 'SPOTDECK_TOKEN') !== undefined;
  const source = fromVariable ? 'SPOTDECK_TOKEN' : profile === undefined ? null : sourceWords(profile.token);
  return [
    config === null
      ? ok('config', `none at ${path}${existsSync(path) ? '' : '; "spotdeck login" makes one'}`)
      : ok('config', `${path}, profile ${profile?.name ?? 'none'}`),
    settings.token === null
      ? failure(
          'token',
          settings.noToken ?? (source === null ? 'There is none.' : `There is none in ${source}.`),
          'Run "spotdeck login", or set SPOTDECK_TOKEN.',
        )
      : ok('token', source === null ? 'set' : `from ${source}`),
    ...(settings.readOnly ? [ok('read-only', 'only reads are sent')] : []),
  ];
}

function notifyFindings(features: Features, settings: Settings): readonly Finding[] {
  if (own(settings, notifyTargets).length === 0 || settings.baseUrl === null || settings.project === null) return [];
  return notifyStandings(features, settings).map((standing) => {
    const what = `notify ${standing.target.name}`;
    return standing.state === 'failing' || standing.state === 'stopped'
      ? warning(what, `${standingText(standing)}.`, 'Try it with "spotdeck notify --test".')
      : ok(what, standingText(standing));
  });
}

function logsFinding(): Finding {
  const folder = stateFolder();
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return ok('logs', `the program’s own, and reports of its faults: ${folder}`);
  } catch (error) {
    return warning('logs', `nothing can be written to ${folder}: ${describeError(error)}.`, 'Its own log is not kept.');
  }
}

async function programFinding(program: string, args: readonly string[], without: string): Promise<Finding> {
  try {
    const { code, stdout, stderr } = await answerOf(program, args);
    if (code !== 0) return warning(program, 'does not run', without);
    return ok(program, (stdout || stderr).trim().split('\n')[0] ?? '');
  } catch {
    return warning(program, 'not found', without);
  }
}
