import { getCompileCacheDir } from 'node:module';
import { isSea } from 'node:sea';
import { type Finding, ok, warning } from '../../command/doctor-lines.ts';
import { variableIn } from '../../config/settings.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { ownFolders } from '../../system/own-folders.ts';
import type { Environment } from '../../system/terminal.ts';

const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const;

/** Checks the variables that Node itself reads: they decide where the token is sent and what code runs in the process. */
export function environmentFindings(environment: Environment): readonly Finding[] {
  const findings = [
    ...certificatesFinding(environment),
    ...nodeOptionsFinding(environment),
    ...proxyFindings(environment),
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

function proxyFindings(environment: Environment): readonly Finding[] {
  const set = PROXIES.flatMap((name) => {
    // Like Node: the name in small letters takes precedence.
    const found = [name.toLowerCase(), name].find((one) => variableIn(environment, one) !== undefined);
    return found === undefined ? [] : [`${found}=${withoutCredentials(variableIn(environment, found) ?? '')}`];
  });
  const used =
    variableIn(environment, 'NODE_USE_ENV_PROXY') === '1' ||
    (!isSea() && /(^|\s)--use-env-proxy(\s|$)/.test(environment['NODE_OPTIONS'] ?? ''));
  if (set.length === 0)
    return used ? [warning('proxy', 'NODE_USE_ENV_PROXY is set, and no proxy is named.', 'Unset it.')] : [];
  return [
    used
      ? warning(
          'proxy',
          `requests go through it: ${set.join(' ')}`,
          'It sees where they go, and with an http address the token too. Unset NODE_USE_ENV_PROXY to go without.',
        )
      : warning(
          'proxy',
          `not used: ${set.join(' ')}`,
          "Node uses it with NODE_USE_ENV_PROXY=1 only. Set that when the service can't be reached otherwise.",
        ),
  ];
}

/** Removes user name and password from an address. */
function withoutCredentials(text: string): string {
  return printableLine(text.replace(/^(\w+:\/\/)?.*@/, '$1'));
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
