import { existsSync, rmSync } from 'node:fs';
import type { Connection } from '../../api/client.ts';
import { errorMessage } from '../../api/error-messages.ts';
import { connectionFrom } from '../../config/connection.ts';
import { configPath, loadConfig, type Profile, readConfig } from '../../config/file.ts';
import type { OwnSettings } from '../../config/own-setting.ts';
import { type SettingSources, unreadLines } from '../../config/profile.ts';
import { readSettings, variablesFor } from '../../config/resolve.ts';
import { saveProfile, saveToken } from '../../config/save-profile.ts';
import { type Settings, variableIn } from '../../config/settings.ts';
import { dropFromKeyring, keepInKeyring, sourceWords, type TokenSource } from '../../config/token.ts';
import { emptyProject, isEmptyProject, typedAddresses } from '../../config/try-connection.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { CommandFailure, EXIT, type ExitCode, exitCodeFor } from '../../system/exit.ts';
import { ask, askSecret, asksOnTerminal, confirmed, readInput } from '../../system/prompt.ts';
import { clientFor } from '../../system/request-log.ts';
import { writeErrorLine, writeErrorLines } from '../../system/streams.ts';

/** The profile to sign in to. @throws {CommandFailure} if a variable or program has its token. */
async function profileFor({ flags, environment, own }: SettingSources): Promise<{
  readonly name: string;
  readonly profile: Profile | null;
  readonly unread: readonly string[];
}> {
  const config = await loadConfig(configPath(environment), own, 'command');
  const named =
    flags.profile ?? variableIn(environment, 'SPOTDECK_PROFILE') ?? config?.defaultProfile ?? config?.profiles[0]?.name;
  const name = typeof named === 'string' ? named : 'default';
  const profile = config?.profiles.find((profile) => profile.name === name) ?? null;
  if (profile !== null && profile.token.kind !== 'file' && profile.token.kind !== 'keyring')
    throw new CommandFailure(EXIT.usage, `The profile ${name} takes its token from ${sourceWords(profile.token)}.`);
  return { name, profile, unread: config?.unread ?? [] };
}

/** `spotdeck login`: asks, tests, and saves the profile in the config file and the token in its own file. */
export async function login(from: SettingSources, intoKeyring: boolean): Promise<ExitCode> {
  const { flags, environment, own } = from;
  const { name, profile, unread } = await profileFor(from);
  const keyring = intoKeyring || profile?.token.kind === 'keyring';
  if (intoKeyring && profile?.token.kind === 'file')
    throw new CommandFailure(
      EXIT.usage,
      `The profile ${name} keeps its token in ${profile.token.path}.`,
      `Write token_keyring = true in it, in ${configPath(environment)}.`,
    );
  const variables = await variablesFor(own, environment, 'command');
  writeErrorLines(unreadLines([...unread, ...variables.unread]));
  const configured = profile?.configured ?? new Map();
  const known = await readSettings(own, { flags, environment: variables.environment, configured });
  const isTerminal = asksOnTerminal();
  const need = async (value: string | null, question: string): Promise<string> => {
    if (value !== null) return value;
    if (!isTerminal)
      throw new CommandFailure(EXIT.usage, 'There is no terminal to ask on.', 'Give --base-url and --project.');
    return ask(question);
  };
  const addresses =
    known.baseUrl === null
      ? typedAddresses(await need(null, 'Address of the service: '), known.allowPlainHttp)
      : [known.baseUrl];
  const project = await need(known.project, 'Project: ');
  // Checked like any settings, before a request.
  const tried = await Promise.all(
    addresses.map((baseUrl) => readSettings(own, { flags: { ...flags, baseUrl, project }, configured })),
  );
  const token = isTerminal ? await askSecret('Access token or API key (not shown): ') : await readInput();
  const { settings, baseUrl } = await firstAnswering(tried, token);
  await askOfEmpty({ ...settings, token }, project);
  const path = configPath(environment);
  // The token first: if the keyring fails, no profile needs it.
  if (keyring) await keepInKeyring(name, token);
  const source: TokenSource = keyring
    ? { kind: 'keyring', account: name }
    : { kind: 'file', path: await fileOf(path, name, profile, own) };
  if (profile === null) await saveProfile(path, { name, baseUrl, project, source }, own);
  if (source.kind === 'file') saveToken(source.path, token);
  const file = sourceWords(source);
  writeErrorLine(`Signed in. The profile ${name} is in ${path}, its token in ${file}.`);
  return EXIT.done;
}

/** `spotdeck logout`: deletes the saved token; the service still accepts it. */
export async function logout(from: SettingSources): Promise<ExitCode> {
  const { name, profile } = await profileFor(from);
  if (!(await deleteToken(configPath(from.environment), name, profile, from.own)))
    writeErrorLine(`There is no token kept for ${name}.`);
  else {
    writeErrorLine(`Deleted the token of ${name} from this machine. The service accepts it until you revoke it.`);
  }
  return EXIT.done;
}

/** False without a saved token. */
async function deleteToken(path: string, name: string, profile: Profile | null, own: OwnSettings): Promise<boolean> {
  if (profile?.token.kind === 'keyring') return dropFromKeyring(name);
  const file = await fileOf(path, name, profile, own);
  if (!existsSync(file)) return false;
  rmSync(file);
  return true;
}

/** Tests connections until one can be reached. @throws {CommandFailure} */
async function firstAnswering(
  [settings, ...others]: readonly Settings[],
  token: string,
): Promise<{ readonly settings: Settings; readonly baseUrl: string }> {
  if (settings === undefined) throw new Error('There is no address to try.');
  try {
    return { settings, ...(await testConnection({ ...settings, token })) };
  } catch (error) {
    if (others.length === 0 || !(error instanceof CommandFailure) || error.code !== EXIT.unreachable) throw error;
    return firstAnswering(others, token);
  }
}

/** Tests a connection with a list readable by every token. @throws {CommandFailure} */
async function testConnection(settings: Settings): Promise<Connection> {
  const connection = { ...connectionFrom(settings), renewToken: null };
  const answer = await clientFor(settings, { ...connection, readOnly: true }).list(endpoints.listApiKeys, {});
  if (answer.ok) return connection;
  const { what, hint } = errorMessage(answer.error);
  throw new CommandFailure(
    exitCodeFor(answer.error),
    what,
    hint?.includes('T ') === true ? 'Nothing was saved.' : hint,
  );
}

/** Asks about the name of an empty project; without a terminal only says it. @throws {CommandFailure} */
async function askOfEmpty(settings: Settings, project: string): Promise<void> {
  const connection = { ...connectionFrom(settings), renewToken: null, readOnly: true };
  if (!(await isEmptyProject(clientFor(settings, connection), project, new AbortController().signal))) return;
  const lines = [emptyProject(project)];
  await confirmed({ lines, typed: 'y', accepts: (typed) => typed === 'y' }, !asksOnTerminal());
}

async function fileOf(path: string, name: string, profile: Profile | null, own: OwnSettings): Promise<string> {
  // An invalid name could be the path of another file.
  const { token } = profile ?? (await readConfig(path, `[profiles.${JSON.stringify(name)}]`, own)).profiles[0] ?? {};
  if (token?.kind !== 'file') throw new CommandFailure(EXIT.usage, `The profile ${name} keeps its token elsewhere.`);
  return token.path;
}
