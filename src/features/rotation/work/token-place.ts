import { rmSync } from 'node:fs';
import { open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { configPath } from '../../../config/file.ts';
import {
  dropFromKeyring,
  keepInKeyring,
  sourceWords,
  type TokenSource,
  tokenFrom,
  tokenInKeyring,
} from '../../../config/token.ts';
import { makeFolder } from '../../../lib/folders.ts';
import { reserveFile } from '../../../lib/reserve-file.ts';
import type { Environment } from '../../../system/terminal.ts';

/** The place of the token in use and of the waiting one. */
export type TokenPlace = {
  /** Identifies it in records. */
  readonly id: string;
  readonly words: string;
  /** Variables and other programs' stores are the operator's. */
  readonly canSwap: boolean;
  /** Null for the keyring. */
  readonly nextFile: string | null;
  readonly read: () => Promise<string | null>;
  /** Makes room, so that `keep` can't fail for want of it. @throws when impossible. */
  readonly reserve: () => Promise<PreparedPlace>;
  /** The waiting secret. */
  readonly kept: () => Promise<string | null>;
  /** Copies the token in use until the end. @throws for another copy already there. */
  readonly keepOld: () => Promise<void>;
  /** That copy. */
  readonly replaced: () => Promise<string | null>;
  /** Its place in words. */
  readonly replacedWords: string;
  /** Replaces the token in use, wholly or not at all. @throws */
  readonly swap: (token: string) => Promise<void>;
  /** Removes the waiting secret and the copy. */
  readonly clean: () => Promise<void>;
};

export type PreparedPlace = { readonly keep: (secret: string) => Promise<void>; readonly discard: () => Promise<void> };

/** `token` was read at the start: programs are not run again. */
export async function openPlace(
  source: TokenSource,
  token: string | null,
  environment: Environment,
): Promise<TokenPlace> {
  const words = sourceWords(source);
  switch (source.kind) {
    case 'file': {
      const path = await realpath(source.path);
      const next = `${path}.next`;
      const replaced = `${path}.replaced`;
      const read = (): Promise<string | null> => tokenFrom({ kind: 'file', path }, environment);
      return {
        id: `file ${path}`,
        words,
        canSwap: true,
        nextFile: next,
        ...waitingIn(next),
        read,
        keepOld: async () => {
          const [token, before] = [await read(), await tokenInFile(replaced)];
          if (token === null || token === before) return;
          // Left by a run killed while writing.
          if (before === null) await rm(replaced, { force: true });
          await (await reserveFile(replaced)).write(`${token}\n`);
        },
        replaced: () => tokenInFile(replaced),
        replacedWords: replaced,
        swap: (secret) => replaceDurably(path, secret),
        clean: async () => {
          for (const file of [next, replaced, swapFile(path)]) await rm(file, { force: true });
        },
      };
    }
    case 'keyring':
      return keyringPlace(source.account, words);
    case 'environment':
    case 'command': {
      const name = source.kind === 'environment' ? source.name : source.command.join(' ');
      const file = `${name.replace(/[^\w.-]+/g, '_').slice(0, 60)}.next`;
      const next = join(dirname(configPath(environment)), 'tokens', file);
      return {
        id: `${source.kind} ${name}`,
        words,
        canSwap: false,
        nextFile: next,
        ...waitingIn(next),
        read: async () => token,
        // The operator has the old one.
        keepOld: async () => undefined,
        replaced: async () => null,
        replacedWords: words,
        swap: () => Promise.reject(new Error(`${words} is not written by spotdeck`)),
        clean: () => rm(next, { force: true }),
      };
    }
  }
}

/** Null for no file, or no token in it. */
export async function tokenInFile(path: string): Promise<string | null> {
  const text = await tokenFrom({ kind: 'file', path }, {});
  return text !== null && /^[\x21-\x7e]+$/.test(text) ? text : null;
}

function waitingIn(path: string): Pick<TokenPlace, 'reserve' | 'kept'> {
  return {
    reserve: async () => {
      makeFolder(dirname(path));
      const file = await reserveFile(path);
      return { keep: (secret) => file.write(`${secret}\n`), discard: file.discard };
    },
    kept: () => tokenInFile(path),
  };
}

const swapFile = (path: string): string => `${path}.swap`;

/** Renames a synced private file over it. @throws the system's error. */
async function replaceDurably(path: string, token: string): Promise<void> {
  const beside = swapFile(path);
  rmSync(beside, { force: true });
  const file = await reserveFile(beside);
  await file.write(`${token}\n`);
  await rename(beside, path);
  const folder = await open(dirname(path), 'r');
  // Not every system syncs folders; the file is synced.
  await folder.sync().catch(() => undefined);
  await folder.close();
}

function keyringPlace(account: string, words: string): TokenPlace {
  // No profile has blanks in its name.
  const next = `${account} (next)`;
  const replaced = `${account} (replaced)`;
  const put = async (entry: string, token: string): Promise<void> => {
    await keepInKeyring(entry, token);
    if ((await tokenInKeyring(entry)) !== token) throw new Error('the keyring did not keep what was saved');
  };
  return {
    id: `keyring ${account}`,
    words,
    canSwap: true,
    nextFile: null,
    read: () => tokenInKeyring(account),
    reserve: async () => {
      await put(next, RESERVED);
      return {
        keep: (secret) => put(next, secret),
        discard: async () => {
          await dropFromKeyring(next);
        },
      };
    },
    kept: async () => {
      const found = await tokenInKeyring(next);
      return found === RESERVED ? null : found;
    },
    keepOld: async () => {
      const [token, before] = [await tokenInKeyring(account), await tokenInKeyring(replaced)];
      if (before !== null && before !== token) throw new Error(`there is an entry ${replaced} already`);
      if (token !== null) await put(replaced, token);
    },
    replaced: () => tokenInKeyring(replaced),
    replacedWords: `the keyring entry ${replaced}`,
    swap: async (token) => {
      const before = await tokenInKeyring(account);
      try {
        await put(account, token);
      } catch (error) {
        if (before !== null) await keepInKeyring(account, before);
        throw error;
      }
    },
    clean: async () => {
      for (const entry of [next, replaced]) await dropFromKeyring(entry);
    },
  };
}

const RESERVED = 'reserved';
