import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { answer } from '../driver/answer.ts';
import type { Console } from '../driver/console.ts';
import { serveOnLoopback } from '../driver/loopback.ts';

/** A service without rows that makes API keys with this secret, and SSH keys with this private half. */
export async function oneSecret(secret: string, privateKey = ''): Promise<{ readonly origin: string }> {
  const made = { fid: 'key_made', created_at: null };
  const server = createServer((request, response) => {
    request.resume();
    const isPair = request.url?.startsWith('/v2/ssh-keys') === true;
    const answer =
      request.method === 'GET'
        ? request.url?.startsWith('/v2/spot') === true
          ? { data: [], next_cursor: null }
          : []
        : isPair
          ? { ...made, name: 'p', project: 'proj_demo', public_key: 'ssh-rsa AAAA', private_key: privateKey }
          : { ...made, name: 'k', expires_at: null, deactivated_at: null, snippet: 'fkey_', secret };
    response
      .writeHead(request.method === 'GET' ? 200 : 201, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer));
  });
  return { origin: await serveOnLoopback(server) };
}

/** The folder of the program's state. */
export const folderOf = (state: string): string => join(state, 'spotdeck');
/** Names of the files with secrets that were not saved. */
export const kept = (state: string): readonly string[] =>
  readdirSync(folderOf(state)).filter((name) => name.startsWith('unsaved-'));

/** Makes a state folder until the end of the test. */
export function newState(): string {
  const state = mkdtempSync(join(tmpdir(), 'spotdeck-state-'));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  return state;
}

/** Makes an API key, whose secret is then on screen, and returns the secret. */
export async function secretOnScreen(console: Console): Promise<string> {
  await console.seeLoaded('14 bids');
  await console.pane('apiKeys').do('create-api-key');
  console.type('fleeting');
  console.do('review');
  await console.see('Create an API key: review');
  await answer(console, 'Enter');
  await console.see('This is shown only once');
  const [secret = ''] = /fkey_[\w-]{20,}/.exec(console.picture()) ?? [];
  return secret;
}
