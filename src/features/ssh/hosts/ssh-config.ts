import { type Destination, isUnroutable, parseDestination } from '../../../contract/ssh-destination.ts';
import { type AliasRules, aliasesOf } from './aliases.ts';

/** An instance as the input of an entry of an SSH configuration. */
export type Host = {
  readonly fid: string;
  readonly name: string;
  readonly bid: string | null;
  readonly destination: string | null;
};

export type SshConfig = {
  readonly text: string;
  readonly entries: number;
  /** Identifiers of the instances without a usable address. */
  readonly leftOut: readonly string[];
  /** Identifiers of the instances whose names are all hosts of the operator's. */
  readonly covered: readonly string[];
};

export type SshConfigRules = Pick<AliasRules, 'prefix' | 'isOwnHost'> & {
  /** Previous content of the file; empty when there is none. An alias stays with its instance while it lives. */
  readonly before: string;
};

/** Longest identifier in a comment, in characters; a longer one is cut. */
const LONGEST_MARK = 200;
const HEAD = '# Written by spotdeck; changes to this file are lost. Include it from ~/.ssh/config.';

/** Whether `sshConfig` wrote a configuration. */
export function isOurs(text: string): boolean {
  return text.startsWith(HEAD);
}

/** A file of host entries for all instances with a usable address, under the aliases of `aliasesOf`. */
export function sshConfig(hosts: readonly Host[], { before, prefix, isOwnHost }: SshConfigRules): SshConfig {
  const earlier = earlierAliases(before);
  const parsed = hosts.map((host) => ({ ...host, destination: usable(host.destination) }));
  const aliases = aliasesOf(
    parsed.map((host) => ({ ...host, usable: host.destination !== null })),
    { prefix, isOwnHost, before: new Map(hosts.map(({ fid }) => [fid, earlier.get(mark(fid)) ?? []])) },
  );
  const leftOut: string[] = [];
  const covered: string[] = [];
  const entries = parsed.flatMap(({ fid, destination }) => {
    const names = aliases.get(fid) ?? [];
    if (destination !== null && names.length > 0) return [entry(mark(fid), names, destination)];
    (destination === null ? leftOut : covered).push(fid);
    return [];
  });
  return {
    text: `${[HEAD, ...entries].join('\n\n')}\n`,
    entries: entries.length,
    leftOut,
    covered,
  };
}

function usable(destination: string | null): Destination | null {
  const parsed = destination === null ? null : parseDestination(destination);
  return parsed === null || isUnroutable(parsed) ? null : parsed;
}

/** An identifier for the comment above its entry: one word on one line. */
function mark(fid: string): string {
  return fid.replace(/\s/g, '').slice(0, LONGEST_MARK);
}

/** The aliases of an earlier file, by the identifiers in its comments. */
function earlierAliases(before: string): ReadonlyMap<string, readonly string[]> {
  const entries = before.matchAll(/^# (\S+)\nHost (\S.*)$/gm);
  return new Map([...entries].map(([, fid = '', aliases = '']) => [fid, aliases.split(' ')]));
}

function entry(fid: string, aliases: readonly string[], { user, host, port }: Destination): string {
  return [
    `# ${fid}`,
    `Host ${aliases.join(' ')}`,
    `  HostName ${host}`,
    ...(port === null ? [] : [`  Port ${port}`]),
    ...(user === null ? [] : [`  User ${user}`]),
  ].join('\n');
}
