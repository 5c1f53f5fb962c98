import { type Destination, leadsNowhere, parseDestination } from '../contract/destination.ts';

/** An instance as an entry of an SSH configuration needs it. */
export type Host = {
  readonly fid: string;
  readonly name: string;
  readonly bid: string | null;
  readonly destination: string | null;
};

const HEAD = '# Written by spotdeck; changes to this file are lost. Include it from ~/.ssh/config.';

/** The numbers that instances had in an earlier file, so that `train-3` stays the same machine as long as it lives. */
function earlierNumbers(before: string): ReadonlyMap<string, number> {
  const entries = before.matchAll(/^# (\S+)\nHost \S*?-(\d+)(?: |$)/gm);
  return new Map([...entries].map(([, fid = '', number = '']) => [fid, Number(number)]));
}

/** A name that can stand in a configuration: anything else could be a pattern, a comment or a second word. */
function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+/, '') || 'instance';
}

/** Host entries, `<bid>-<n>` and the instance's own name, for all instances with an address that can be used. `before` is the earlier file. */
export function sshConfig(hosts: readonly Host[], before: string): string {
  const numbers = earlierNumbers(before);
  const usable = hosts.flatMap((host) => {
    const destination = host.destination === null ? null : parseDestination(host.destination);
    return destination === null || leadsNowhere(destination) ? [] : [{ ...host, destination }];
  });
  const taken = new Map<string, Set<number>>();
  const of = (bid: string): Set<number> => taken.get(bid) ?? taken.set(bid, new Set()).get(bid) ?? new Set();
  for (const { fid, bid } of usable) {
    const number = numbers.get(fid);
    if (number !== undefined) of(bid ?? 'instance').add(number);
  }
  const entries = usable.map(({ fid, name, bid, destination }) => {
    const used = of(bid ?? 'instance');
    const number = numbers.get(fid) ?? lowestFree(used);
    used.add(number);
    return entry(fid, [`${plain(bid ?? 'instance')}-${number}`, plain(name)], destination);
  });
  return `${[HEAD, ...entries].join('\n\n')}\n`;
}

function entry(fid: string, names: readonly [string, string], { user, host, port }: Destination): string {
  const aliases = names[0] === names[1] ? names[0] : names.join(' ');
  return [
    `# ${fid.replace(/\s/g, '')}`,
    `Host ${aliases}`,
    `  HostName ${host}`,
    ...(port === null ? [] : [`  Port ${port}`]),
    ...(user === null ? [] : [`  User ${user}`]),
  ].join('\n');
}

function lowestFree(used: ReadonlySet<number>): number {
  let number = 0;
  while (used.has(number)) number += 1;
  return number;
}
