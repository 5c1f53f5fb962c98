import { existsSync, statSync } from 'node:fs';
import type { AsyncEntry } from '@napi-rs/keyring';
import { readTextFile } from '../lib/files.ts';
import { describeError } from '../lib/os-error.ts';
import { withoutPeriod } from '../lib/words.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Environment } from '../system/terminal.ts';
import { type TokenTerminal, tokenFromCommand } from './token-command.ts';

export type TokenSource =
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly command: readonly string[] }
  | { readonly kind: 'keyring'; readonly account: string };

/** A token or another `secret`; null if there is none yet. @throws {CommandFailure} that never has its content. */
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

/** Whether another token can appear there at runtime: variables stay. */
export const isReplaceable = ({ kind }: TokenSource): boolean => kind !== 'environment';

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

/** Says in a sentence why a source has no token. */
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

/** Uses an entry of the system's keyring; the library loads on first use. @throws {CommandFailure} without a keyring. */
async function inKeyring<Result>(account: string, use: (entry: AsyncEntry) => Promise<Result>): Promise<Result> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return await use(new AsyncEntry('spotdeck', account));
  } catch (error) {
    throw new CommandFailure(
      EXIT.signedOut,
      `The system's keyring can't be used: ${withoutPeriod(describeError(error))}.`,
      'Start a keyring such as gnome-keyring, or keep the token with token_file or token_command instead.',
    );
  }
}

/** Null if the keyring has no token. @throws {CommandFailure} without a keyring. */
export const tokenInKeyring = (account: string): Promise<string | null> =>
  inKeyring(account, async (entry) => (await entry.getPassword())?.trim() || null);

/** @throws {CommandFailure} without a keyring. */
export const keepInKeyring = (account: string, token: string): Promise<void> =>
  inKeyring(account, async (entry) => void (await entry.setPassword(token)));

/** False if there was no token. @throws {CommandFailure} without a keyring. */
export const dropFromKeyring = async (account: string): Promise<boolean> =>
  (await tokenInKeyring(account)) !== null && inKeyring(account, (entry) => entry.deletePassword());
