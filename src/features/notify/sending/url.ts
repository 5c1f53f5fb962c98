import { tokenFrom } from '../../../config/token.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import type { Environment } from '../../../system/terminal.ts';
import { type NotifySetting, type UrlSource, wrongInUrl } from '../setting.ts';
import type { AddressedTarget } from '../target.ts';

/** The addresses of targets, each read from its source when it is first needed. A target that is unchanged stays the same object. */
export function createAddresses(environment: Environment) {
  const known = new Map<string, AddressedTarget>();
  return (settings: readonly NotifySetting[]): readonly AddressedTarget[] => {
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

function addressed({ source, ...target }: NotifySetting, environment: Environment): AddressedTarget {
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
function sourceOf(source: UrlSource): string {
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
