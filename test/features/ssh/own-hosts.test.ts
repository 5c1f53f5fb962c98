import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hostsOfSsh } from '../../../src/features/ssh/hosts/ssh-hosts.ts';

const hasSsh = spawnSync('ssh', ['-V']).error === undefined;

afterEach(() => vi.unstubAllEnvs());

/** Makes a home with these files in ~/.ssh. Returns the folder. */
function homeWith(files: Readonly<Record<string, string>>): string {
  const home = mkdtempSync(join(tmpdir(), 'own-hosts-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  vi.stubEnv('HOME', home);
  return rewritten(join(home, '.ssh'), files);
}

function rewritten(folder: string, files: Readonly<Record<string, string>>): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'conf.d', 'deeper'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** The names that the configuration of this home has, and what could not be read. */
function ownOf(files: Readonly<Record<string, string>>, names: readonly string[]) {
  homeWith(files);
  const { placeOf, problems } = hostsOfSsh();
  return { own: names.filter((name) => placeOf(name) !== null), problems };
}

const NAMES = ['train-7', 'train-8', 'db9', 'db10', 'web', 'x'];

test.each([
  ['patterns', 'Host train-* db?', ['train-7', 'train-8', 'db9']],
  ['exceptions', 'Host !train-8 train-* db* !db1*', ['train-7', 'db9']],
  ['another case', 'hOsT TRAIN-7 Db?', ['train-7', 'db9']],
  ['an equals sign, tabs and quotes', '\t"Host"=\t"train-7"  \'db9\' # x', ['train-7', 'db9']],
  ['Match host with a list', 'Match host train-*,!train-8,web', ['train-7', 'web']],
  ['Match with an equals sign and quotes', 'Match originalhost="x" user=me', ['x']],
  ['Match with conditions that all have to hold', 'Match host train-* !originalhost *8 localuser me', ['train-7']],
  ['the last pass', 'Match final host web', ['web']],
  ['only one pass at a time', 'Match final host web\nMatch !final\n  Include conf.d/final.conf', ['web']],
  ['a command that gets no host', 'Match exec "test -e /tmp/%u" host web', ['web']],
  ['a host that connections go through', 'Host *\n  ProxyJump me@web:22,ssh://x', ['web', 'x']],
  ['nothing that is for every host', 'User a\nHost *\nHost ?* !web\nMatch all\nMatch final all\nMatch exec true', []],
  ['nothing for others', 'Match !host web\nMatch !originalhost web user me\nMatch !all', []],
  [
    'files that a section includes',
    'Host train-7\nInclude none\nHost *\n Include conf.d/[a-b].conf',
    ['train-7', 'db9'],
  ],
  ['files for which a section is closed', 'Host y\n  Include conf.d/a.conf', []],
])('the own configuration has %s', (_, config, expected) => {
  expect(
    ownOf(
      {
        config,
        'conf.d/a.conf': 'Host db9\n',
        'conf.d/.b.conf': 'Host x\n',
        'conf.d/final.conf': 'Match final host train-7\n',
      },
      NAMES,
    ),
  ).toEqual({
    own: expected,
    problems: [],
  });
});

test.each([
  ['a command that gets the host', 'Match exec "check %h"'],
  ['a criterion that is not known', 'Match colour red'],
  ['a criterion without its value', 'Match host'],
  ['another host that all connections lead to', 'HostName gate\nMatch host gate'],
])('%s could be about every name', (_, config) => {
  expect(ownOf({ config }, NAMES)).toEqual({ own: NAMES, problems: [] });
});

test.each([
  ['a file that includes itself', 'Include config', 'more than 16 files include one another'],
  ['a file that is too large', 'Include conf.d/large', 'it is larger than a megabyte'],
  ['a token', 'Include conf.d/%n', 'only ssh knows which file it is'],
  ['a variable without a value', `Include $\{SPOTDECK_NO_SUCH}/a`, 'only ssh knows which file it is'],
])('%s could be about every name, and is reported', (_, config, why) => {
  const { own, problems } = ownOf({ config, 'conf.d/large': '#'.repeat(1024 * 1024 + 1) }, NAMES);
  expect(own).toEqual(NAMES);
  expect(problems).toEqual([expect.stringContaining(`can't be read: ${why}. No name that it could be about is used.`)]);
});

test('what can not be read for some hosts is about them alone, and a folder is no file', () => {
  const config = 'Include conf.d/* deeper\nHost db*\n  Include %n';
  expect(ownOf({ config }, NAMES).own).toEqual(['db9', 'db10']);
});

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

describe.skipIf(!hasSsh)('for any configuration and any name', { timeout: 180_000 }, () => {
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
