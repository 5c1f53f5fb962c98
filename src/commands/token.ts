import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { reason } from '../lib/reason.ts';
import type { TokenSource } from './config.ts';
import { CommandFailure, EXIT } from './failure.ts';
import { tokenInKeyring } from './keyring.ts';
import type { Environment } from './settings.ts';

/** How long a program may take to print a token; it may have to ask its owner. */
const COMMAND_MS = 60_000;

/** A token from its source; null when there is none there yet. @throws {CommandFailure} that names the source, never what it said. */
export async function tokenFrom(source: TokenSource, environment: Environment): Promise<string | null> {
  switch (source.kind) {
    case 'environment':
      return (environment[source.name] ?? '').trim() || null;
    case 'file':
      return fromFile(source.path);
    case 'command':
      return fromCommand(source.command, environment);
    case 'keyring':
      return tokenInKeyring(source.account);
  }
}

/** A source in a few words, for whoever looks for the token. */
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

function fromFile(path: string): string | null {
  try {
    if ((statSync(path).mode & 0o077) !== 0)
      throw new CommandFailure(
        EXIT.signedOut,
        `Others can read the token in ${path}, so it is not used.`,
        `Make it yours alone: chmod 600 ${path}`,
      );
    return readFileSync(path, 'utf8').trim() || null;
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new CommandFailure(EXIT.signedOut, `The token in ${path} can't be read: ${reason(error)}.`);
  }
}

function fromCommand(command: readonly string[], environment: Environment): Promise<string> {
  const [program = '', ...args] = command;
  return new Promise((done, refuse) => {
    const fail = (why: string): void =>
      refuse(new CommandFailure(EXIT.signedOut, `The program ${program} gave no token: ${why}.`));
    // What it asks its owner goes to the terminal; what it prints is the token and goes nowhere else.
    const child = spawn(program, args, {
      stdio: ['inherit', 'pipe', 'inherit'],
      env: environment,
      timeout: COMMAND_MS,
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
    });
    child.on('error', (error) => fail(reason(error)));
    child.on('close', (code, signal) => {
      const token = said.trim();
      if (code !== 0) fail(signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`);
      else if (token === '') fail('it printed nothing');
      else done(token);
    });
  });
}
