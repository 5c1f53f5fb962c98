import { accessSync, constants, existsSync } from 'node:fs';
import { type Finding, failure, findingLines, ok, warning } from '../../command/doctor-lines.ts';
import type { Feature } from '../../command/feature.ts';
import { configPath } from '../../config/file.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { variableIn } from '../../config/settings.ts';
import { sourceWords } from '../../config/token.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { describeError } from '../../lib/os-error.ts';
import { jsonText } from '../../lib/sanitize.ts';
import type { Features } from '../../store/features.ts';
import { LEAST, WIDE } from '../../store/panes/layout.ts';
import { stateFolder } from '../../system/app-log.ts';
import { EXIT, type ExitCode } from '../../system/exit.ts';
import { writeBlock, writeLines } from '../../system/streams.ts';
import { system } from '../../system/system.ts';
import type { Environment } from '../../system/terminal.ts';
import { coloursOf, isPlainLocale } from '../../system/terminal.ts';
import { environmentFindings } from './doctor-environment.ts';
import { installedFinding } from './doctor-installed.ts';
import { journalFindings } from './doctor-journal.ts';
import { serviceFindings } from './doctor-service.ts';

/** `spotdeck doctor`: checks settings, environment, files, terminal and service. Returns 1 when a check fails. */
export async function doctor(
  records: readonly Feature[],
  features: Features,
  resolved: ResolvedSettings,
  environment: Environment,
  json: boolean,
): Promise<ExitCode> {
  const findings = [
    await installedFinding(),
    ok('node', process.versions.node),
    ...environmentFindings(environment, URL.parse(resolved.settings.baseUrl ?? '')),
    ...terminalFindings(environment),
    ...settingsFindings(resolved, environment),
    ...(await serviceFindings(resolved.settings)),
    ...(await journalFindings(features, resolved.settings)),
    logsFinding(),
    ...(await findingsOf(records, features, resolved)),
  ];
  if (json) writeBlock(`${jsonText(findings, 2)}\n`);
  else writeLines(findingLines(findings));
  return findings.some(({ health }) => health === 'failure') ? EXIT.refused : EXIT.done;
}

/** What features have found: those that build on others first. */
async function findingsOf(
  records: readonly Feature[],
  features: Features,
  resolved: ResolvedSettings,
): Promise<readonly Finding[]> {
  const found = await Promise.all(records.toReversed().map(({ checks }) => checks?.(features, resolved) ?? []));
  return found.flat();
}

function sizeFinding(environment: Environment): Finding {
  const { columns, rows, isTTY } = system().output;
  const size = `${columns} x ${rows}`;
  if (isTTY !== true) return warning('terminal', 'output is not a terminal, so the lists are printed once.');
  if (environment['TERM'] === 'dumb')
    return warning(
      'terminal',
      'TERM=dumb, so the lists are printed once.',
      'Set TERM to what the terminal is, such as xterm-256color.',
    );
  if (columns < LEAST.columns || rows < LEAST.rows)
    return failure('terminal', size, `The console needs ${LEAST.columns} x ${LEAST.rows}.`);
  if (columns < WIDE.columns || rows < WIDE.rows)
    return ok('terminal', `${size}: one pane at a time; from ${WIDE.columns} x ${WIDE.rows} on all of them`);
  return ok('terminal', size);
}

function terminalFindings(environment: Environment): readonly Finding[] {
  const inTmux = (environment['TMUX'] ?? '') !== '';
  return [
    sizeFinding(environment),
    ok('colours', coloursOf(environment)),
    isPlainLocale(environment)
      ? warning(
          'unicode',
          'the locale is not UTF-8, so the console has ASCII only.',
          'Set LANG to a UTF-8 locale, such as C.UTF-8.',
        )
      : ok('unicode', 'yes'),
    inTmux
      ? warning('clipboard', 'tmux passes copied text to the terminal only with: set -g set-clipboard on')
      : (environment['STY'] ?? '') !== ''
        ? warning('clipboard', 'screen does not pass copied text to the terminal')
        : ok('clipboard', 'copied text is sent with OSC 52; some terminals must be configured to allow it'),
    ok(
      'focus',
      inTmux ? 'reported by tmux with: set -g focus-events on' : 'reported by the terminal, if it supports it',
    ),
  ];
}

function settingsFindings({ settings, config, from }: ResolvedSettings, environment: Environment): readonly Finding[] {
  const path = configPath(environment);
  const profile = config?.profiles.find(({ name }) => name === settings.profile);
  const fromVariable = variableIn(environment, 'SPOTDECK_TOKEN') !== undefined;
  const source = fromVariable ? 'SPOTDECK_TOKEN' : profile === undefined ? null : sourceWords(profile.token);
  return [
    config === null
      ? ok('config', `none at ${path}${existsSync(path) ? '' : '; "spotdeck login" makes one'}`)
      : ok('config', `${path}, profile ${profile?.name ?? 'none'}`),
    ...addressFindings(
      settings.baseUrl,
      [
        from.flags.baseUrl,
        variableIn(environment, 'SPOTDECK_BASE_URL'),
        profile?.configured.get('base_url')?.value,
        config?.top.get('base_url')?.value,
      ].find((written) => written !== undefined),
    ),
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

/** Says that a user name or a password in the address is not used; it is not shown. */
function addressFindings(used: string | null, written: unknown): readonly Finding[] {
  const url = URL.parse(String(written));
  if (used === null || url === null || `${url.username}${url.password}` === '') return [];
  return [
    warning(
      'address',
      `${used}; the user name and password in it are not sent.`,
      'Take them out where the address is set: the token is the only credential.',
    ),
  ];
}

function logsFinding(): Finding {
  const folder = stateFolder();
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    return ok('logs', `the program's own, and reports of its faults: ${folder}`);
  } catch (error) {
    return warning('logs', `nothing can be written to ${folder}: ${describeError(error)}.`, 'Its own log is not kept.');
  }
}
