import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type Finding, failure, ok, warning } from '../../command/doctor-lines.ts';
import { variableIn } from '../../config/settings.ts';
import { ownFile } from '../../lib/own-files.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { counted } from '../../lib/words.ts';
import { ownFolders } from '../../system/own-folders.ts';
import { proxyAddress, proxyFault, proxyFor } from '../../system/proxy.ts';
import type { Environment } from '../../system/terminal.ts';

/** Checks the variables that Node itself reads: they decide where the token is sent and what code runs in the process. */
export function environmentFindings(environment: Environment, service: URL | null): readonly Finding[] {
  const findings = [
    ...certificatesFinding(environment),
    ...nodeOptionsFinding(environment),
    ...loadersFinding(environment),
    ...proxyFindings(environment, service),
    ...compiledFinding(environment),
  ];
  return findings.length > 0 ? findings : [ok('environment', 'nothing in it changes how Node connects')];
}

function certificatesFinding(environment: Environment): readonly Finding[] {
  if (variableIn(environment, 'NODE_TLS_REJECT_UNAUTHORIZED') !== '0') return [];
  return [
    warning(
      'certificates',
      'not checked: NODE_TLS_REJECT_UNAUTHORIZED is 0, so the network can read the token.',
      'Unset it. For a certificate of your own, name its authority in NODE_EXTRA_CA_CERTS.',
    ),
  ];
}

/** Lists the names of NODE_OPTIONS without their values, which may be secret. */
function nodeOptionsFinding(environment: Environment): readonly Finding[] {
  const options = variableIn(environment, 'NODE_OPTIONS');
  if (options === undefined) return [];
  if (isSea()) return [ok('node options', 'NODE_OPTIONS is set, and this single file does not read it')];
  const names = options.split(/\s+/).flatMap((word) => (word.startsWith('-') ? [word.replace(/=.*/, '')] : []));
  return [
    warning(
      'node options',
      `NODE_OPTIONS has ${names.length === 0 ? 'something' : printableLine(names.join(' '))}: Node does that in this program too.`,
      'It can load other code and open a debugger. Unset it unless it is meant for spotdeck.',
    ),
  ];
}

/** Variables for which Node or the system loads code or writes files before anything of spotdeck runs. */
const LOADERS = [
  'OPENSSL_CONF',
  'NODE_V8_COVERAGE',
  'NODE_REDIRECT_WARNINGS',
  'NODE_ICU_DATA',
  'LD_PRELOAD',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
] as const;

function loadersFinding(environment: Environment): readonly Finding[] {
  const set = LOADERS.filter((name) => variableIn(environment, name) !== undefined);
  if (set.length === 0) return [];
  return [
    warning(
      'loaded code',
      `${set.join(', ')}: Node or the system loads code or writes files for it, before spotdeck can refuse.`,
      'Unset it unless it is meant for spotdeck.',
    ),
  ];
}

/** Names the proxy that requests to the service go through, without the user name and the password in its address. */
function proxyFindings(environment: Environment, service: URL | null): readonly Finding[] {
  const fault = proxyFault(environment);
  if (fault !== null) return [warning('proxy', fault, 'Set it to the address of the proxy, or unset it.')];
  const proxy = service === null ? null : proxyFor(service, environment);
  if (service === null || proxy === null) return [];
  const found = `requests go through ${proxyAddress(proxy)} (${proxy.variable})`;
  return service.protocol === 'https:'
    ? [ok('proxy', found)]
    : [
        warning(
          'proxy',
          `${found}, which can read the token.`,
          `Use an https address, or name ${service.hostname} in NO_PROXY.`,
        ),
      ];
}

function compiledFinding(environment: Environment): readonly Finding[] {
  if (getCompileCacheDir() !== undefined || environment['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return [];
  const { cache } = ownFolders();
  return [
    warning(
      'start',
      `slower than it could be: ${cache} can't be written, or others can write to it or to what is in it.`,
      'Make it a folder that only you can write to, or remove it.',
    ),
  ];
}

/** What the build writes of its files: the SHA-256 of each, by name. */
const Manifest = z.record(z.string(), z.string());

/** How the program was installed, and whether its files are those of the build. */
export async function installedFinding(): Promise<Finding> {
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

/** The way it was installed, with its place, and what installs it again. */
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

/** The SHA-256 of a file of the program; null when it can't be read. */
async function hashOf(name: string): Promise<string | null> {
  try {
    return hash('sha256', await ownFile(name), 'hex');
  } catch {
    return null;
  }
}
