import { type Destination, isUnroutable, parseDestination } from '../../contract/ssh-destination.ts';

export type Host = {
  readonly fid: string;
  readonly name: string;
  readonly bid: string | null;
  readonly destination: string | null;
};

export type SshConfig = {
  readonly text: string;
  readonly entries: number;
  /** Instances without a usable address, by fid. */
  readonly leftOut: readonly string[];
};

export type SshConfigRules = Pick<AliasRules, 'prefix'> & {
  /** Previous content of the file. An alias stays with its instance while it lives. */
  readonly before: string;
};

/** Longest identifier in a comment. */
const LONGEST_MARK = 200;
const HEAD = '# Written by spotdeck; changes to this file are lost. Include it from ~/.ssh/config.';

/** A file of host entries for all instances with a usable address. */
export function sshConfig(hosts: readonly Host[], { before, prefix }: SshConfigRules): SshConfig {
  const earlier = earlierAliases(before);
  const parsed = hosts.map((host) => ({ ...host, destination: usable(host.destination) }));
  const aliases = aliasesOf(
    parsed.map((host) => ({ ...host, usable: host.destination !== null })),
    { prefix, before: new Map(hosts.map(({ fid }) => [fid, earlier.get(mark(fid)) ?? []])) },
  );
  const entries = parsed.flatMap(({ fid, destination }) =>
    destination === null ? [] : [entry(mark(fid), aliases.get(fid) ?? [], destination)],
  );
  return {
    text: `${[HEAD, ...entries].join('\n\n')}\n`,
    entries: entries.length,
    leftOut: parsed.filter(({ destination }) => destination === null).map(({ fid }) => fid),
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

/** Aliases of an earlier file, by the identifiers in its comments. */
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

type AliasOwner = {
  readonly fid: string;
  readonly name: string;
  readonly bid: string | null;
  /** An instance without a usable address gets no alias, and keeps its name from others. */
  readonly usable: boolean;
};

type AliasRules = {
  /** Text before every alias; with a prefix, names keep their dots. */
  readonly prefix: string;
  /** Previous aliases by fid. */
  readonly before: ReadonlyMap<string, readonly string[]>;
};

/** Longer names are cut. */
const LONGEST_NAME = 100;

/** Wanted aliases of an instance: its own name, and `stem` with a number. */
type Wish = {
  readonly fid: string;
  readonly own: string;
  /** Whether the name needs no change. */
  readonly isExact: boolean;
  readonly stem: string;
  readonly hasBid: boolean;
};

/**
 * Aliases of each instance, by fid: its name, and `<bid>-<n>` unless the name has this form. Each is unique in any
 * case. Unchanged names come first, so that each leads to its instance or nowhere; then previous aliases, changed
 * names, and new numbers.
 */
function aliasesOf(
  instances: readonly AliasOwner[],
  { prefix, before }: AliasRules,
): ReadonlyMap<string, readonly string[]> {
  /** Owners by alias in lower case; null for an alias no instance can have. */
  const owners = new Map<string, string | null>([['localhost', null]]);
  const found = new Map<string, readonly string[]>();
  const take = ({ fid }: Wish, alias: string): boolean => {
    const key = alias.toLowerCase();
    const owner = owners.get(key);
    if (owner !== undefined) return owner === fid;
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

  const next = new Map<string, number>();
  for (const wish of wishes) {
    if (isNumbered(wish)) continue;
    const key = wish.stem.toLowerCase();
    let number = next.get(key) ?? 0;
    while (!take(wish, `${wish.stem}-${number}`)) number += 1;
    next.set(key, number + 1);
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
 * Other characters could be a pattern, a comment or a second word. Without a prefix a dot could make a real host's
 * name.
 */
function aliasOfName(name: string, prefix: string): string {
  const unfit = prefix === '' ? /[^A-Za-z0-9_-]+/g : /[^A-Za-z0-9._-]+/g;
  const cut = name.slice(0, LONGEST_NAME).replace(unfit, '-');
  return `${prefix}${cut.replace(/^[-.]+/, '') || 'instance'}`;
}

function hasNumber(alias: string, stem: string): boolean {
  return alias.startsWith(`${stem}-`) && /^\d+$/.test(alias.slice(stem.length + 1));
}
