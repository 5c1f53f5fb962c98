import { existsSync, rmSync } from 'node:fs';
import type { FieldIssue, Outcome } from '../api/result.ts';
import { describeError } from '../lib/os-error.ts';
import { commandWords } from '../lib/text.ts';
import { type TypedConnection, tokenSources } from '../resources/connection-form.ts';
import { CommandFailure } from '../system/exit.ts';
import { clientFor } from '../system/request-log.ts';
import type { Environment } from '../system/terminal.ts';
import { connectionFrom } from './connection.ts';
import { loadConfig, loginFile } from './file.ts';
import { PROFILE_NAME } from './file-schema.ts';
import type { OwnSettings } from './own-setting.ts';
import type { SettingSources } from './profile.ts';
import { keepToken, type NewProfile, saveProfile } from './save-profile.ts';
import type { Settings } from './settings.ts';
import { dropFromKeyring, type TokenSource, tokenFrom } from './token.ts';
import { tryConnection, typedAddresses } from './try-connection.ts';
import { address } from './value-schemas.ts';

export type Attempt = {
  readonly path: string;
  readonly settings: Settings;
  readonly from: Pick<SettingSources, 'environment' | 'own'>;
  readonly signal: AbortSignal;
  readonly onStep: (doing: string) => void;
  /** Sending the form twice confirms an empty project. */
  readonly isSentAgain: (project: string) => boolean;
};

type Issues = readonly FieldIssue[];

/** Connects to the first answering address. */
export async function connectTyped(typed: TypedConnection, attempt: Attempt): Promise<Outcome<string, Issues>> {
  const [first = '', ...others] = typedAddresses(typed.baseUrl, attempt.settings.allowPlainHttp);
  let outcome = await connectProfile({ ...typed, baseUrl: first }, attempt);
  for (const baseUrl of others) {
    if (outcome.ok || attempt.signal.aborted || !outcome.error.some(({ path }) => path[0] === 'address')) break;
    outcome = await connectProfile({ ...typed, baseUrl }, attempt);
  }
  return outcome;
}

/** Tries a connection and saves it: token first, neither without the other. Returns the token, or issues by field. */
async function connectProfile(typed: TypedConnection, attempt: Attempt): Promise<Outcome<string, Issues>> {
  const { path, settings, from, signal, onStep, isSentAgain } = attempt;
  const checked = await profileFrom(typed, path, from.own);
  if (!checked.ok) return checked;
  const profile = checked.value;
  const { name, baseUrl, project, source } = profile;
  onStep(source.kind === 'command' ? `Running ${source.command[0]}` : `Connecting to ${baseUrl}`);
  const token = await tokenOf(typed, source, from.environment);
  if (!token.ok || signal.aborted) return token;
  onStep(`Connecting to ${baseUrl}`);
  const known = { ...settings, baseUrl, project, allProjects: false, token: token.value, readOnly: true };
  // The typed token is judged alone.
  const connection = { ...connectionFrom(known), renewToken: null };
  const issue = await tryConnection(clientFor(settings, connection), connection, signal, isSentAgain);
  if (issue !== null) return failed(issue);
  if (signal.aborted) return token;
  onStep(`Saving the profile ${name}`);
  const kept = await trying('source', () => keepToken(source, token.value));
  if (!kept.ok) return kept;
  try {
    if (!signal.aborted) {
      await saveProfile(path, profile, from.own);
      return token;
    }
  } catch (error) {
    await drop(source);
    return failed({ path: [], message: sentenceOf(error) });
  }
  await drop(source);
  return token;
}

/** Without the service. */
async function profileFrom(
  typed: TypedConnection,
  path: string,
  own: OwnSettings,
): Promise<Outcome<NewProfile, Issues>> {
  const { project, profile: name } = typed;
  const issues: FieldIssue[] = [];
  const baseUrl = address().safeParse(typed.baseUrl).data;
  if (baseUrl === undefined)
    issues.push({ path: ['address'], message: 'Type an http or https address, such as https://compute.example.com.' });
  if (!PROFILE_NAME.test(name))
    issues.push({ path: ['profile'], message: 'A name has up to 40 letters, digits, dots, dashes and underscores.' });
  const source = sourceFrom(typed, path);
  if (!source.ok) issues.push(source.error);
  try {
    const config = await loadConfig(path, own, 'console');
    if (config?.profiles.some((known) => known.name === name) === true)
      issues.push({ path: ['profile'], message: `There is a profile ${name} already.` });
  } catch (error) {
    issues.push({ path: [], message: sentenceOf(error) });
  }
  if (!source.ok || baseUrl === undefined || issues.length > 0) return { ok: false, error: issues };
  // A token kept for another profile stays.
  if (source.value.kind === 'file' && existsSync(source.value.path))
    return failed({ path: ['source'], message: `There is a file ${source.value.path} already.` });
  return { ok: true, value: { name, baseUrl, project, source: source.value } };
}

function sourceFrom(typed: TypedConnection, path: string): Outcome<TokenSource, FieldIssue> {
  const { token, profile } = typed;
  const source = tokenSources.find((one) => one === typed.source);
  switch (source) {
    case undefined:
      return { ok: false, error: { path: ['source'], message: `Choose one of ${tokenSources.join(', ')}.` } };
    case 'keyring':
      return { ok: true, value: { kind: 'keyring', account: profile } };
    case 'environment':
      return { ok: true, value: { kind: 'environment', name: token } };
    case 'program':
      return { ok: true, value: { kind: 'command', command: commandWords(token) } };
    case 'file':
      return { ok: true, value: { kind: 'file', path: loginFile(path, profile) } };
  }
}

async function tokenOf(
  typed: TypedConnection,
  source: TokenSource,
  environment: Environment,
): Promise<Outcome<string, Issues>> {
  if (source.kind === 'file' || source.kind === 'keyring') return { ok: true, value: typed.token };
  const found = await trying('token', () => tokenFrom(source, environment, 'drawn-on'));
  if (!found.ok) return found;
  return found.value === null
    ? failed({ path: ['token'], message: `There is no token in ${typed.token}.` })
    : { ok: true, value: found.value };
}

/** A thrown error becomes the issue of a field. */
async function trying<Value>(field: string, act: () => Promise<Value>): Promise<Outcome<Value, Issues>> {
  try {
    return { ok: true, value: await act() };
  } catch (error) {
    return failed({ path: [field], message: sentenceOf(error) });
  }
}

async function drop(source: TokenSource): Promise<void> {
  if (source.kind === 'file') rmSync(source.path, { force: true });
  if (source.kind === 'keyring') await dropFromKeyring(source.account);
}

const failed = (issue: FieldIssue): { readonly ok: false; readonly error: Issues } => ({ ok: false, error: [issue] });

const sentenceOf = (error: unknown): string =>
  error instanceof CommandFailure ? error.message : `${describeError(error)}.`;
