import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hostsOfSsh } from '../../../src/features/ssh/hosts/ssh-hosts.ts';
import { homeWith, rewritten } from './ssh-home.ts';

const hasSsh = spawnSync('ssh', ['-V']).error === undefined;

afterEach(() => vi.unstubAllEnvs());

type DrawnConfig = { readonly head: string; readonly isNaming: boolean; readonly include: number | null };

/** A word of a pattern, in one case, so that a name in that case is in the pattern's own. */
const pattern = (toCase: (text: string) => string) =>
  fc
    .array(fc.constantFrom('a', 'b', 'ab', '-', '1', '?', '*', '.'), { minLength: 1, maxLength: 3 })
    .map((parts) => toCase(parts.join('')))
    .filter((text) => !/^[*?]+$/.test(text));

const keyword = (word: string) => fc.constantFrom(`${word} `, `${word}=`, `  ${word.toUpperCase()} = `, `\t${word}\t`);
const maybeQuoted = (text: string) => fc.constantFrom(text, `"${text}"`);

/** The first line of a section, with what it is for as the generator made it: certain names, or all with exceptions. */
function section(toCase: (text: string) => string): fc.Arbitrary<DrawnConfig> {
  const one = pattern(toCase);
  const exceptions = fc.array(
    one.map((text) => `!${text}`),
    { maxLength: 1 },
  );
  const list = fc
    .tuple(fc.array(one, { minLength: 1, maxLength: 2 }), exceptions)
    .map(([some, not]) => [...not, ...some]);
  const criterion = fc.constantFrom('host', 'originalhost', 'Host');
  const condition = fc
    .tuple(criterion, list)
    .chain(([name, of]) => maybeQuoted(of.join(',')).map((value) => `${name} ${value}`));
  const extra = fc.constantFrom('', '', '!canonical ', 'final ', 'exec true ', 'user ?* ', '!host zz ');
  const naming = fc.oneof(
    fc.tuple(keyword('Host'), list).map(([word, of]) => `${word}${of.join(' ')} # end`),
    fc.tuple(keyword('Match'), extra, condition).map(([word, more, first]) => `${word}${more}${first}`),
    fc.tuple(condition, condition).map(([first, second]) => `match ${first} ${second}`),
    fc.tuple(condition, one).map(([first, not]) => `Match ${first} !originalhost ${not}`),
  );
  const catchAll = fc.oneof(
    fc.constantFrom('Host *', 'Host "*"', 'Match all', 'Match final all', 'Match !canonical all', 'Match exec true'),
    exceptions.map((not) => ['Host', ...not, '*'].join(' ')),
    one.map((not) => `Match !host ${not}`),
  );
  const include = fc.option(fc.nat(2), { freq: 2 });
  return fc.oneof(
    fc.record({ head: naming, isNaming: fc.constant(true), include }),
    fc.record({ head: catchAll, isNaming: fc.constant(false), include }),
  );
}

/** Files 0 to 3: the first one is the configuration, each may include later ones. */
const configOf = (toCase: (text: string) => string) =>
  fc.array(fc.array(section(toCase), { maxLength: 4 }), { minLength: 4, maxLength: 4 });

/** The texts of the files: whatever names hosts sets `User covered`. */
function textsOf(folder: string, files: readonly (readonly DrawnConfig[])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    files.map((sections, at) => [
      at === 0 ? 'config' : `conf.d/${at}.conf`,
      sections
        .flatMap(({ head, isNaming, include }) => [
          head,
          ...(isNaming ? ['  User covered'] : ['  Port 2222']),
          ...(include === null || at + 1 + include > 3
            ? []
            : [`  Include ${folder}/conf.d/${at + 1 + include}.con[f]`]),
        ])
        .join('\n'),
    ]),
  );
}

/** Begins with a letter: `ssh` takes a number for an address. */
const name = fc
  .array(fc.constantFrom('a', 'b', 'ab', '-', '1', '.'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))
  .filter((text) => /^[a-z]/.test(text));

/** Names that patterns of these files could mean. */
function meant(files: readonly (readonly DrawnConfig[])[]): readonly string[] {
  const heads = files.flatMap((sections) => sections.map(({ head }) => head)).join(' ');
  const words = heads.toLowerCase().match(/(?<![\w!])[ab1?*.-]+(?!\w)/g) ?? [];
  const names = words.map((word) => word.replaceAll('*', 'a-b').replaceAll('?', '1'));
  return [...new Set(names)].filter((text) => /^[ab]/.test(text)).slice(0, 3);
}

/** Those of the hosts for which the real `ssh` takes the user of a section that is not for all. */
function coveredBySsh(folder: string, hosts: readonly string[]): ReadonlySet<string> {
  const each = 'for host; do echo "asked $host"; ssh -G -F "$0" -- "$host" || echo failed; done';
  const { stdout } = spawnSync('sh', ['-c', each, join(folder, 'config'), ...hosts], { encoding: 'utf8' });
  expect(stdout).not.toMatch(/^failed$/m);
  const answers = stdout.split(/^asked /m).slice(1);
  expect(answers).toHaveLength(hosts.length);
  return new Set(hosts.filter((_, at) => /^user covered$/m.test(answers[at] ?? '')));
}

describe.skipIf(!hasSsh)('for any configuration and any name', () => {
  test('a host is the operator’s own exactly when the real ssh applies a section to it that is not for all', () => {
    const folder = homeWith({});
    const seen = { own: 0, free: 0 };
    fc.assert(
      fc.property(
        configOf((text) => text),
        fc.array(name, { minLength: 3, maxLength: 3 }),
        (files, names) => {
          rewritten(folder, textsOf(folder, files));
          const { placeOf, problems } = hostsOfSsh();
          expect(problems).toEqual([]);
          const hosts = [...names, ...meant(files)];
          const covered = coveredBySsh(folder, hosts);
          for (const host of hosts) {
            const own = covered.has(host);
            seen[own ? 'own' : 'free'] += 1;
            expect(placeOf(host) !== null, host).toBe(own);
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(Math.min(seen.own, seen.free)).toBeGreaterThan(10);
  });

  test('whatever the case of names and patterns, no host that the real ssh applies such a section to is free', () => {
    const folder = homeWith({});
    const mixed = (text: string) => text.replaceAll('a', 'A');
    const drawn = fc.oneof(
      configOf(mixed),
      configOf((text) => text.toUpperCase()),
    );
    fc.assert(
      fc.property(drawn, fc.array(name, { minLength: 1, maxLength: 1 }), (files, names) => {
        rewritten(folder, textsOf(folder, files));
        const { placeOf } = hostsOfSsh();
        const hosts = [...names, ...meant(files)].flatMap((one) => [one, one.toUpperCase(), mixed(one)]);
        const covered = coveredBySsh(folder, hosts);
        for (const host of hosts) if (covered.has(host)) expect(placeOf(host), host).not.toBeNull();
      }),
      { numRuns: 20 },
    );
  });
});
