import { isThisMachine } from '../lib/this-machine.ts';
import type { Addressed, NotifyTarget } from '../state/notify/target.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Environment } from '../system/terminal.ts';
import type { TokenSource } from './file.ts';
import { tokenFrom } from './token.ts';

/** Where the address of a target comes from. It is a secret: chat services put their token in its path. */
export type UrlSource =
  | { readonly kind: 'value'; readonly url: string }
  | Exclude<TokenSource, { readonly kind: 'keyring' }>;

/** A `[[notify]]` of the config file. */
export type NotifySetting = NotifyTarget & { readonly source: UrlSource };

/** Why an address can't be used, as a clause without it; null when it can. */
export function wrongInUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return 'the URL is not an address such as https://hooks.example.com/…';
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `the URL begins with ${url.protocol} and not with https:`;
  if (url.username !== '' || url.password !== '')
    return 'the URL has a user name or a password in it, which is not supported';
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    return `the URL begins with http:, which is allowed for this machine alone; ${url.hostname} needs https:`;
  return null;
}

/** Returns the addresses of targets, each read from its source when it is first needed. A target that is unchanged stays the same object. */
export function createAddresses(environment: Environment) {
  const known = new Map<string, Addressed>();
  return (settings: readonly NotifySetting[]): readonly Addressed[] => {
    const keys = new Set(settings.map((one) => JSON.stringify(one)));
    for (const key of known.keys()) if (!keys.has(key)) known.delete(key);
    return settings.map((setting) => {
      const key = JSON.stringify(setting);
      const target = known.get(key) ?? addressed(setting, environment);
      known.set(key, target);
      return target;
    });
  };
}

function addressed({ source, ...target }: NotifySetting, environment: Environment): Addressed {
  let read: URL | null = null;
  return {
    ...target,
    url: async () => {
      read ??= await urlFrom(source, environment);
      return read;
    },
  };
}

/** @throws {CommandFailure} that names the source, never the address. */
async function urlFrom(source: UrlSource, environment: Environment): Promise<URL> {
  const text = source.kind === 'value' ? source.url : await tokenFrom(source, environment, 'drawn-on', 'URL');
  if (text === null || text === '') throw new CommandFailure(EXIT.usage, `There is no URL in ${sourceOf(source)}.`);
  const wrong = wrongInUrl(text);
  if (wrong !== null) throw new CommandFailure(EXIT.usage, `${sourceOf(source)}: ${wrong}.`);
  return new URL(text);
}

/** Describes where an address comes from. */
export function sourceOf(source: UrlSource): string {
  switch (source.kind) {
    case 'value':
      return 'the config file';
    case 'environment':
      return `the variable ${source.name}`;
    case 'file':
      return source.path;
    case 'command':
      return `the program ${source.command[0] ?? ''}`;
  }
}
