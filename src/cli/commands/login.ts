import { existsSync, rmSync } from 'node:fs';
import { stringify } from 'smol-toml';
import { errorMessage } from '../../api/error-messages.ts';
import { connectionFrom } from '../../config/connection.ts';
import { configPath, loadConfig, type Profile, readConfig } from '../../config/file.ts';
import { dropFromKeyring, keepInKeyring } from '../../config/keyring.ts';
import { readSettings } from '../../config/resolve.ts';
import { type CliFlags, type Settings, variableIn } from '../../config/settings.ts';
import { sourceWords } from '../../config/token.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { describeError } from '../../lib/os-error.ts';
import { replaceFile } from '../../lib/private-file.ts';
import { readTextFile } from '../../lib/regular-file.ts';
import { CommandFailure, EXIT, type ExitCode, exitCodeFor } from '../../system/exit.ts';
import { ask, askSecret, readInput } from '../../system/prompt.ts';
import { clientFor } from '../../system/request-log.ts';
import { writeErrorLine } from '../../system/streams.ts';
import type { Environment } from '../../system/terminal.ts';

/** Which profile signing in is about. @throws {CommandFailure} when its token is somebody else's to keep. */
function profileFor(
  given: CliFlags,
  environment: Environment,
): { readonly name: string; readonly profile: Profile | null } {
  const config = loadConfig(configPath(environment));
  const named =
    given.profile ?? variableIn(environment, 'SPOTDECK_PROFILE') ?? config?.defaultProfile ?? config?.profiles[0]?.name;
  const name = typeof named === 'string' ? named : 'default';
  const profile = config?.profiles.find((profile) => profile.name === name) ?? null;
  if (profile !== null && profile.token.kind !== 'file' && profile.token.kind !== 'keyring')
    throw new CommandFailure(EXIT.usage, `The profile ${name} takes its token from ${sourceWords(profile.token)}.`);
  return { name, profile };
}

/** `spotdeck login`: asks for what is missing, tries it, and keeps it: the profile in the config file, the token in a file of its own (mode 0600). */
export async function login(given: CliFlags, environment: Environment, intoKeyring: boolean): Promise<ExitCode> {
  const { name, profile } = profileFor(given, environment);
  const keyring = intoKeyring || profile?.token.kind === 'keyring';
  if (intoKeyring && profile?.token.kind === 'file')
    throw new CommandFailure(
      EXIT.usage,
      `The profile ${name} keeps its token in ${profile.token.path}.`,
      `Write token_keyring = true in it, in ${configPath(environment)}.`,
    );
  const known = readSettings(given, environment, profile?.configured ?? new Map());
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const need = async (value: string | null, question: string): Promise<string> => {
    if (value !== null) return value;
    if (!isTerminal)
      throw new CommandFailure(EXIT.usage, 'There is no terminal to ask on.', 'Give --base-url and --project.');
    return ask(question);
  };
  const baseUrl = await need(known.baseUrl, 'Address of the service: ');
  const project = await need(known.project, 'Project: ');
  // Checked as the console checks it, before anything is asked of anybody.
  const settings = readSettings({ ...given, baseUrl, project }, {}, profile?.configured ?? new Map());
  const token = isTerminal ? await askSecret('Access token or API key (not shown): ') : await readInput();
  await tried({ ...settings, token });
  const path = configPath(environment);
  // The token first: a keyring that can't be used leaves no profile that needs it.
  if (keyring) await keepInKeyring(name, token);
  if (profile === null) saveProfile(path, name, baseUrl, project, keyring);
  const file = keyring ? 'the system keyring' : fileOf(path, name, profile);
  if (!keyring) saveToken(file, token);
  writeErrorLine(`Signed in. The profile ${name} is in ${path}, its token in ${file}.`);
  return EXIT.done;
}

/** `spotdeck logout`: the token that `login` has kept is deleted here; at the service it goes on being good. */
export async function logout(given: CliFlags, environment: Environment): Promise<ExitCode> {
  const { name, profile } = profileFor(given, environment);
  if (!(await dropped(configPath(environment), name, profile))) writeErrorLine(`There is no token kept for ${name}.`);
  else {
    writeErrorLine(`Deleted the token of ${name} from this machine. The service accepts it until you revoke it.`);
  }
  return EXIT.done;
}

/** Deletes the token that was kept; false when there was none. */
async function dropped(path: string, name: string, profile: Profile | null): Promise<boolean> {
  if (profile?.token.kind === 'keyring') return dropFromKeyring(name);
  const file = fileOf(path, name, profile);
  if (!existsSync(file)) return false;
  rmSync(file);
  return true;
}

/** Tries a connection by asking for something that every token may see. @throws {CommandFailure} when it does not work. */
export async function tried(settings: Settings): Promise<void> {
  const connection = connectionFrom(settings);
  const answer = await clientFor(settings, { ...connection, readOnly: true }).list(endpoints.listApiKeys, {});
  if (answer.ok) return;
  const { what, hint } = errorMessage(answer.error);
  throw new CommandFailure(
    exitCodeFor(answer.error),
    what,
    hint?.includes('T ') === true ? 'Nothing was saved.' : hint,
  );
}

function fileOf(path: string, name: string, profile: Profile | null): string {
  const { token } = profile ?? readConfig(path, `[profiles.${JSON.stringify(name)}]`).profiles[0] ?? {};
  if (token?.kind !== 'file') throw new CommandFailure(EXIT.usage, `The profile ${name} keeps its token elsewhere.`);
  return token.path;
}

/** Adds a profile to the config file, and makes the file when there is none; what is there stays as it is written. */
export function saveProfile(path: string, name: string, baseUrl: string, project: string, keyring = false): void {
  const before = existsSync(path) ? readTextFile(path) : '';
  const added = stringify({
    profiles: { [name]: { base_url: baseUrl, project, ...(keyring ? { token_keyring: true } : {}) } },
  });
  const text = before === '' ? `${added.trimEnd()}\n` : `${before.trimEnd()}\n\n${added.trimEnd()}\n`;
  readConfig(path, text);
  saved(path, text);
}

/** @throws {CommandFailure} when it can't be saved; what was there before stays. */
export function saveToken(file: string, token: string): void {
  saved(file, `${token}\n`);
}

function saved(path: string, text: string): void {
  try {
    replaceFile(path, text);
  } catch (error) {
    throw new CommandFailure(
      EXIT.refused,
      `${path} was not saved: ${describeError(error)}.`,
      'You are not signed in yet.',
    );
  }
}
