import { hash } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type Finding, failure, ok, printedFindings, warning } from '../../command/doctor-lines.ts';
import type { Feature } from '../../command/feature.ts';
import { type Printing, printRows } from '../../command/format.ts';
import { lookIntoJournal } from '../../command/read-journal.ts';
import { configPath } from '../../config/file.ts';
import { storagePaths } from '../../config/paths.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { type Settings, variableIn } from '../../config/settings.ts';
import { sourceWords } from '../../config/token.ts';
import { ownFile } from '../../lib/bundled.ts';
import { makeFolder } from '../../lib/folders.ts';
import { describeError } from '../../lib/os-error.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { counted } from '../../lib/words.ts';
import { BOTH, LEAST, WIDE } from '../../store/panes/layout.ts';
import type { Features } from '../../store/state.ts';
import { stateFolder } from '../../system/app-log.ts';
import { EXIT, type ExitCode } from '../../system/exit.ts';
import { lockHolders } from '../../system/file-locks.ts';
import { ownFolders } from '../../system/own-folders.ts';
import { proxyAddress, proxyFault, proxyFor } from '../../system/proxy.ts';
import { system } from '../../system/system.ts';
import { coloursOf, type Environment, isPlainLocale } from '../../system/terminal.ts';
import { serviceFindings } from './doctor-service.ts';

/** `spotdeck doctor`. Returns 1 when a check fails. */
export async function doctor(
  records: readonly Feature[],
  features: Features,
  resolved: ResolvedSettings,
  environment: Environment,
  printing: Printing,
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
  printRows(printing, printedFindings(findings));
  return findings.some(({ health }) => health === 'failure') ? EXIT.refused : EXIT.done;
}

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
  const all = `all panes from ${WIDE.columns} x ${WIDE.rows}`;
  if (columns < BOTH.columns || rows < BOTH.rows)
    return ok(
      'terminal',
      `${size}: one pane at a time; bids over instances from ${BOTH.columns} x ${BOTH.rows}, ${all}`,
    );
  if (columns < WIDE.columns || rows < WIDE.rows) return ok('terminal', `${size}: bids over instances; ${all}`);
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

/** Warns that the user name and password in the address are not used, without showing them. */
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

/** Whether the journal can be used, and who has locked it. */
async function journalFindings(features: Features, settings: Settings): Promise<readonly Finding[]> {
  const { baseUrl } = settings;
  if (baseUrl === null) return [];
  const { path } = storagePaths(settings, baseUrl);
  // A locked journal can still be read; only a write shows the lock.
  const found = await lookIntoJournal(features, settings, { baseUrl, projects: [] }, ({ access }) => ({
    change: access.transaction(() => undefined),
    isLocked: access.isLocked(),
  }));
  if (found === null) return [ok('journal', `none yet at ${path}`)];
  const { change, isLocked } = found.read;
  if (change === 'kept' && found.problem === null) return [ok('journal', path)];
  if (change !== 'busy' && !isLocked)
    return [
      failure('journal', found.problem ?? `The journal ${path} can't be written.`, 'Name another one with --journal.'),
    ];
  const holders = lockHolders([path, `${path}-wal`, `${path}-shm`]).map(
    ({ pid, name }) => `process ${pid}${name === '' ? '' : ` (${name})`}`,
  );
  const who = holders.length === 0 ? '' : ` The lock is held by ${holders.join(' and ')}.`;
  const what = found.problem ?? `The journal ${path} can't be written: another program has locked it.`;
  return [failure('journal', `${what}${who}`, 'End that program, or name another file with --journal.')];
}

/** Variables read by Node itself: they decide where the token goes and whose code runs. */
function environmentFindings(environment: Environment, service: URL | null): readonly Finding[] {
  const findings = [
    certificatesFinding(environment),
    nodeOptionsFinding(environment),
    loadersFinding(environment),
    proxyFinding(environment, service),
    compiledFinding(environment),
  ].filter((one) => one !== null);
  return findings.length > 0 ? findings : [ok('environment', 'nothing in it changes how Node connects')];
}

const certificatesFinding = (environment: Environment): Finding | null =>
  variableIn(environment, 'NODE_TLS_REJECT_UNAUTHORIZED') === '0'
    ? warning(
        'certificates',
        'not checked: NODE_TLS_REJECT_UNAUTHORIZED is 0, so the network can read the token.',
        'Unset it. For a certificate of your own, name its authority in NODE_EXTRA_CA_CERTS.',
      )
    : null;

/** Names of options, not their values: these may be secret. */
function nodeOptionsFinding(environment: Environment): Finding | null {
  const options = variableIn(environment, 'NODE_OPTIONS');
  if (options === undefined) return null;
  if (isSea()) return ok('node options', 'NODE_OPTIONS is set, and this single file does not read it');
  const names = options.split(/\s+/).flatMap((word) => (word.startsWith('-') ? [word.replace(/=.*/, '')] : []));
  return warning(
    'node options',
    `NODE_OPTIONS has ${names.length === 0 ? 'something' : printableLine(names.join(' '))}: Node does that in this program too.`,
    'It can load other code and open a debugger. Unset it unless it is meant for spotdeck.',
  );
}

/** Variables loading code or writing files before anything of spotdeck runs. */
const LOADERS =
  'OPENSSL_CONF NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS NODE_ICU_DATA LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES';

function loadersFinding(environment: Environment): Finding | null {
  const set = LOADERS.split(' ').filter((name) => variableIn(environment, name) !== undefined);
  if (set.length === 0) return null;
  return warning(
    'loaded code',
    `${set.join(', ')}: Node or the system loads code or writes files for it, before spotdeck can refuse.`,
    'Unset it unless it is meant for spotdeck.',
  );
}

/** Names the proxy without its user name and password. */
function proxyFinding(environment: Environment, service: URL | null): Finding | null {
  const fault = proxyFault(environment);
  if (fault !== null) return warning('proxy', fault, 'Set it to the address of the proxy, or unset it.');
  const proxy = service === null ? null : proxyFor(service, environment);
  if (service === null || proxy === null) return null;
  const found = `requests go through ${proxyAddress(proxy)} (${proxy.variable})`;
  if (service.protocol === 'https:') return ok('proxy', found);
  const hint = `Use an https address, or name ${service.hostname} in NO_PROXY.`;
  return warning('proxy', `${found}, which can read the token.`, hint);
}

function compiledFinding(environment: Environment): Finding | null {
  if (getCompileCacheDir() !== undefined || environment['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return null;
  return warning(
    'start',
    `slower than it could be: ${ownFolders().cache} can't be written, or others can write to it or to what is in it.`,
    'Make it a folder that only you can write to, or remove it.',
  );
}

/** The SHA-256 of each built file. */
const Manifest = z.record(z.string(), z.string());

/** How it was installed, and whether its files are as built. */
async function installedFinding(): Promise<Finding> {
  const { way, again } = installation();
  const built = await manifest();
  if (built === null) return failure('installed', `${way}; the list of its files is missing or damaged.`, again);
  const names = Object.keys(built);
  const checked = await Promise.all(names.map(async (name) => ({ name, hash: await hashOf(name) })));
  const altered = checked.filter(({ name, hash }) => hash !== built[name]).map(({ name }) => name);
  return altered.length === 0
    ? ok('installed', `${way}; ${counted(names.length, 'file')}, all as they were built`)
    : failure('installed', `${way}; missing or not as they were built: ${altered.join(', ')}.`, again);
}

/** How it was installed, and what installs it again. */
function installation(): { readonly way: string; readonly again: string } {
  if (isSea()) return { way: `single file ${process.execPath}`, again: 'Download it again.' };
  const root = fileURLToPath(new URL('..', import.meta.url));
  return existsSync(new URL('../scripts/build.js', import.meta.url))
    ? { way: `clone ${root}`, again: 'Run "npm run build".' }
    : { way: `npm package ${root}`, again: 'Install it again.' };
}

async function manifest(): Promise<Readonly<Record<string, string>> | null> {
  try {
    return Manifest.parse(JSON.parse(new TextDecoder().decode(await ownFile('manifest.json'))));
  } catch {
    return null;
  }
}

/** Null when it can't be read. */
async function hashOf(name: string): Promise<string | null> {
  try {
    return hash('sha256', await ownFile(name), 'hex');
  } catch {
    return null;
  }
}
