import { existsSync } from 'node:fs';
import { stringify } from 'smol-toml';
import { readExactText, replaceFile } from '../lib/files.ts';
import { describeError } from '../lib/os-error.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { readConfig } from './file.ts';
import type { OwnSettings } from './own-setting.ts';
import { keepInKeyring, type TokenSource } from './token.ts';

export type NewProfile = {
  readonly name: string;
  readonly baseUrl: string;
  readonly project: string;
  readonly source: TokenSource;
};

/** Appends a profile to the config file; other text stays. A single profile before it becomes the named default. */
export async function saveProfile(
  path: string,
  { name, baseUrl, project, source }: NewProfile,
  own: OwnSettings,
): Promise<void> {
  const before = existsSync(path) ? readExactText(path) : '';
  const added = stringify({ profiles: { [name]: { base_url: baseUrl, project, ...sourceKeys(source) } } });
  const kept = await defaultKept(path, before, own);
  const text = `${kept}${before === '' ? '' : `${before.trimEnd()}\n\n`}${added.trimEnd()}\n`;
  await readConfig(path, text, own, 'command');
  saveFile(path, text);
}

/** Names a single profile as default; empty without one. */
async function defaultKept(path: string, text: string, own: OwnSettings): Promise<string> {
  const { defaultProfile, profiles } = await readConfig(path, text, own, 'command');
  const [only] = profiles;
  return only === undefined || profiles.length > 1 || defaultProfile !== null
    ? ''
    : stringify({ default_profile: only.name });
}

/** The key of a source; none for the file of `spotdeck login`. */
function sourceKeys(source: TokenSource): Readonly<Record<string, unknown>> {
  switch (source.kind) {
    case 'file':
      return {};
    case 'keyring':
      return { token_keyring: true };
    case 'command':
      return { token_command: source.command };
    case 'environment':
      return { token_env: source.name };
  }
}

/** Keeps a token in its source, if spotdeck can write there. @throws {CommandFailure} */
export async function keepToken(source: TokenSource, token: string): Promise<void> {
  if (source.kind === 'file') saveToken(source.path, token);
  if (source.kind === 'keyring') await keepInKeyring(source.account, token);
}

/** @throws {CommandFailure} on failure; the previous file stays. */
export function saveToken(file: string, token: string): void {
  saveFile(file, `${token}\n`);
}

function saveFile(path: string, text: string): void {
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
