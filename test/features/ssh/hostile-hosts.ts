import fc from 'fast-check';
import type { Host } from '../../../src/features/ssh/ssh-hosts.ts';

/** Names that are close to each other, or could be a pattern, a comment, a word, a line or another host. */
const hostileName = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('run', 'RUN', '-0', '-1', '-2', '-00', '-', '.', ' ', '_') },
      fc.constantFrom('*', '?', '!', '\n', '#', '"', ',', '%h', '$(id)', 'github.com', 'localhost', '夜', 'Host'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(''));

/** Instances of one list of the service. */
export const look = fc.array(fc.record({ name: hostileName, bid: fc.option(hostileName), usable: fc.boolean() }), {
  minLength: 1,
  maxLength: 7,
});

/** Those instances as hosts, each with an address of its own. */
export const hostsOf = (of: readonly { name: string; bid: string | null; usable: boolean }[]): readonly Host[] =>
  of.map(({ name, bid, usable }, n) => ({ fid: `i ${n}`, name, bid, destination: usable ? `10.0.0.${n}` : null }));

/** Every alias of a file with its address. */
export const aliasesIn = (text: string) =>
  [...text.matchAll(/^Host (.+)\n {2}HostName (.+)$/gm)].flatMap(([, aliases = '', address = '']) =>
    aliases.split(' ').map((alias) => ({ alias, address })),
  );
