import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { answer } from '../driver/answer.ts';
import type { Console } from '../driver/console.ts';

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
