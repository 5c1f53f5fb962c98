import { type Destination, isUnroutable, parseDestination } from '../../../contract/ssh-destination.ts';

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

/** An instance that needs an alias as a host of `ssh`. */
type AliasOwner = {
  readonly fid: string;
  readonly name: string;
  /** Name of its bid; null without one. */
  readonly bid: string | null;
  /** True when it has a usable address. Without one it gets no alias, and no other instance gets its name. */
  readonly usable: boolean;
};

type AliasRules = {
  /** Text before every alias; with a prefix, names keep their dots. */
  readonly prefix: string;
  /** Whether the operator's own configuration of `ssh` has a host, in any case of its letters: no alias is one. */
  readonly isOwnHost: (name: string) => boolean;
  /** Previous aliases of instances, by identifier. */
  readonly before: ReadonlyMap<string, readonly string[]>;
};

/** Numbers that are given up for hosts of the operator's before there is none: a pattern may cover all of them. */
const MAX_COVERED = 1000;

/** Longest name in characters; a longer one is cut. */
const LONGEST_NAME = 100;

/** Wanted aliases of an instance: its own name, and `stem` with a number. */
type Wish = {
  readonly fid: string;
  readonly own: string;
  /** True when the name needs no change. */
  readonly isExact: boolean;
  readonly stem: string;
  readonly hasBid: boolean;
};

/**
 * The aliases of each instance, by its identifier: its own name, and `<bid>-<n>` where the name is not
 * of that form. All are different, ignoring case. Names that need no change come first, so that each leads to
 * its instance or nowhere; then previous aliases, then changed names, and last new numbers. An instance whose names
 * are all hosts of the operator's has none.
 */
function aliasesOf(
  instances: readonly AliasOwner[],
  { prefix, isOwnHost, before }: AliasRules,
): ReadonlyMap<string, readonly string[]> {
  /** Owner of each alias, by the alias in lower case; null for an alias that no instance can have. */
  const owners = new Map<string, string | null>([['localhost', null]]);
  const found = new Map<string, readonly string[]>();
  const take = ({ fid }: Wish, alias: string): boolean => {
    const key = alias.toLowerCase();
    const owner = owners.get(key);
    if (owner !== undefined) return owner === fid;
    if (isOwnHost(alias)) return false;
    owners.set(key, fid);
    found.set(fid, [...(found.get(fid) ?? []), alias]);
    return true;
  };
  const isNumbered = ({ fid, stem, hasBid }: Wish): boolean => {
    const aliases = found.get(fid) ?? [];
    return aliases.some((alias) => hasNumber(alias, stem)) || (!hasBid && aliases.length > 0);
  };

  const wishes = instances.filter(({ usable }) => usable).map((aliased) => wishOf(aliased, prefix));
  const exact = wishes.filter((wish) => wish.isExact);
  // Among instances of one name, its previous owner keeps it.
  for (const wish of exact) if (before.get(wish.fid)?.includes(wish.own) === true) take(wish, wish.own);
  for (const wish of exact) take(wish, wish.own);
  for (const aliased of instances) {
    const { own } = wishOf(aliased, prefix);
    if (!aliased.usable && !owners.has(own.toLowerCase())) owners.set(own.toLowerCase(), null);
  }

  for (const wish of wishes) {
    for (const alias of before.get(wish.fid) ?? [])
      if (alias === wish.own || (hasNumber(alias, wish.stem) && !isNumbered(wish))) take(wish, alias);
  }
  for (const wish of wishes) take(wish, wish.own);

  const next = new Map<string, { readonly number: number; readonly covered: number }>();
  for (const wish of wishes) {
    if (isNumbered(wish)) continue;
    const key = wish.stem.toLowerCase();
    let { number, covered } = next.get(key) ?? { number: 0, covered: 0 };
    for (; covered < MAX_COVERED && !take(wish, `${wish.stem}-${number}`); number++)
      if (!owners.has(`${key}-${number}`)) covered += 1;
    next.set(key, { number: number + 1, covered });
  }
  // The number first, then the name.
  return new Map(
    wishes.map(({ fid, own }) => {
      const aliases = found.get(fid) ?? [];
      return [fid, [...aliases.filter((alias) => alias !== own), ...aliases.filter((alias) => alias === own)]];
    }),
  );
}

function wishOf({ fid, name, bid }: AliasOwner, prefix: string): Wish {
  const own = aliasOfName(name, prefix);
  return {
    fid,
    own,
    isExact: own === `${prefix}${name}`,
    stem: bid === null ? own : aliasOfName(bid, prefix),
    hasBid: bid !== null,
  };
}

/**
 * A name as an alias: anything but letters, digits, `_` and `-` could be a pattern, a
 * comment or a second word. Without a prefix a dot could make it the name of a real host.
 */
function aliasOfName(name: string, prefix: string): string {
  const unfit = prefix === '' ? /[^A-Za-z0-9_-]+/g : /[^A-Za-z0-9._-]+/g;
  const cut = name.slice(0, LONGEST_NAME).replace(unfit, '-');
  return `${prefix}${cut.replace(/^[-.]+/, '') || 'instance'}`;
}

function hasNumber(alias: string, stem: string): boolean {
  return alias.startsWith(`${stem}-`) && /^\d+$/.test(alias.slice(stem.length + 1));
}
