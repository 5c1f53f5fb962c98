import { existsSync, statSync } from 'node:fs';
import { describeError } from '../lib/os-error.ts';
import { readTextFile } from '../lib/regular-file.ts';
import { withoutPeriod } from '../lib/words.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Environment } from '../system/terminal.ts';
import { type TokenTerminal, tokenFromCommand } from './token-command.ts';

/** Source of a token. */
export type TokenSource =
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly command: readonly string[] }
  | { readonly kind: 'keyring'; readonly account: string };

/**
 * Reads a token, or another secret by its name, from its source; null when there is none yet. `terminal` is the one that a program may use.
 * @throws {CommandFailure} that names the source, never its content.
 */
export async function tokenFrom(
  source: TokenSource,
  environment: Environment,
  terminal: TokenTerminal = 'shared',
  secret = 'token',
): Promise<string | null> {
  switch (source.kind) {
    case 'environment':
      return (environment[source.name] ?? '').trim() || null;
    case 'file':
      return fromFile(source.path, secret);
    case 'command':
      return tokenFromCommand(source.command, terminal, undefined, secret);
    case 'keyring':
      return tokenInKeyring(source.account);
  }
}

/** Whether another token can appear there while a program runs: variables are not read again. */
export const isReplaceable = ({ kind }: TokenSource): boolean => kind !== 'environment';

/** Describes a token source in a few words. */
export function sourceWords(source: TokenSource): string {
  switch (source.kind) {
    case 'environment':
      return `the variable ${source.name}`;
    case 'file':
      return source.path;
    case 'command':
      return `the program ${source.command[0]}`;
    case 'keyring':
      return 'the system keyring';
  }
}

/** That a source has no token, and why, in one sentence. */
export function missingToken(source: TokenSource): string {
  switch (source.kind) {
    case 'environment':
      return `There is no token: the variable ${source.name} is not set.`;
    case 'file':
      return `There is no token in ${source.path}: ${existsSync(source.path) ? 'the file is empty' : 'there is no such file'}.`;
    case 'command':
    case 'keyring':
      return `There is no token in ${sourceWords(source)}.`;
  }
}

function fromFile(path: string, secret: string): string | null {
  try {
    if ((statSync(path).mode & 0o077) !== 0)
      throw new CommandFailure(
        EXIT.signedOut,
        `Others can read the ${secret} in ${path}, so it is not used.`,
        `Make it yours alone: chmod 600 ${path}`,
      );
    return readTextFile(path).trim() || null;
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new CommandFailure(EXIT.signedOut, `The ${secret} in ${path} can't be read: ${describeError(error)}.`);
  }
}

/** Service name of spotdeck's entries in the system's keyring. */
const SERVICE = 'spotdeck';

const HINT = 'Start a keyring such as gnome-keyring, or keep the token with token_file or token_command instead.';

/** Opens an entry of the system's keyring: macOS Keychain, Windows Credential Manager or Secret Service. The library is loaded on first use. */
async function entryOf(account: string) {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry(SERVICE, account);
  } catch (error) {
    throw unusable(error);
  }
}

function unusable(error: unknown): CommandFailure {
  return new CommandFailure(
    EXIT.signedOut,
    `The system's keyring can't be used: ${withoutPeriod(describeError(error))}.`,
    HINT,
  );
}

/** Reads the token of a profile; null when the keyring has none. @throws {CommandFailure} when there is no keyring. */
export async function tokenInKeyring(account: string): Promise<string | null> {
  const entry = await entryOf(account);
  try {
    return (await entry.getPassword())?.trim() || null;
  } catch (error) {
    throw unusable(error);
  }
}

/** Stores a profile's token. @throws {CommandFailure} when there is no keyring. */
export async function keepInKeyring(account: string, token: string): Promise<void> {
  const entry = await entryOf(account);
  try {
    await entry.setPassword(token);
  } catch (error) {
    throw unusable(error);
  }
}

/** Deletes a profile's token; false when there was none. @throws {CommandFailure} when there is no keyring. */
export async function dropFromKeyring(account: string): Promise<boolean> {
  if ((await tokenInKeyring(account)) === null) return false;
  const entry = await entryOf(account);
  try {
    return await entry.deletePassword();
  } catch (error) {
    throw unusable(error);
  }
}
