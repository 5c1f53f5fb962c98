import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseFleet, readFleetFile } from '../../../src/features/fleet/file/read-file.ts';
import { CommandFailure } from '../../../src/system/exit.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'fleet-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function wrongIn(text: string): readonly string[] {
  try {
    parseFleet('fleet.toml', text);
    return [];
  } catch (error) {
    if (error instanceof CommandFailure) return error.lines;
    throw error;
  }
}

async function refusal(path: string): Promise<string> {
  return readFleetFile(path, null).then(
    () => 'read',
    (error: unknown) => (error instanceof CommandFailure ? error.lines.join('\n') : String(error)),
  );
}

const BID = `[[bids]]
name = "a"
instance_type = "t"
region = "r"
instance_quantity = 1
limit_price = "$1"
`;

test.each([
  ['a = ', ['fleet.toml, line 1, column 5: Invalid TOML document: invalid value.']],
  ['bidz = 1', ['fleet.toml, line 1: there is no key bidz. Did you mean bids?']],
  [`${BID}limit_prize = 1`, ['fleet.toml, line 7: there is no key limit_prize in bids. Did you mean limit_price?']],
  [
    `${BID}token = "x"`,
    [expect.stringMatching(/^fleet\.toml, line 7: there is no key token in bids\. There are: name, /)],
  ],
  ['bids = 3', ['fleet.toml, line 1: bids are tables: write [[bids]] before each.']],
  ['defaults = 3', ['fleet.toml, line 1: defaults is a table: write [defaults].']],
  ['project = 3', ['fleet.toml, line 1: project is a text in quotes.']],
  [
    '[[bids]]\nname = ""',
    [
      'fleet.toml, line 2: name is empty.',
      'fleet.toml, line 1: instance_type is missing.',
      'fleet.toml, line 1: region is missing.',
      'fleet.toml, line 1: instance_quantity is missing.',
      'fleet.toml, line 1: limit_price is missing.',
    ],
  ],
  [BID.replace('= 1', '= 1.5'), ['fleet.toml, line 5: instance_quantity is a whole number, at least 1.']],
  [BID.replace('= 1', '= 0'), ['fleet.toml, line 5: instance_quantity is a whole number, at least 1.']],
  [`${BID}paused = "no"`, ['fleet.toml, line 7: paused is true or false.']],
  [`${BID}ssh_keys = "ops"`, ['fleet.toml, line 7: ssh_keys is a list of texts in quotes.']],
  [`[defaults]\nvolumes = [1]\n${BID}`, ['fleet.toml, line 2: volumes is a list of texts in quotes.']],
  [BID.replace('"r"', '"a\\u202Eb"'), ["fleet.toml, line 4: region has characters that can't be shown."]],
  [`${BID}\n${BID}`, ['fleet.toml, line 9: the bid a is in line 2, too. Each name is there once.']],
  [
    `${BID}startup_script = "x"\nstartup_script_file = "y"`,
    ['fleet.toml, line 8: give startup_script or startup_script_file, not both.'],
  ],
])('what is wrong is said with its line: %j', (text, wrong) => {
  expect(wrongIn(text)).toEqual(wrong);
});

test('of many problems the first are told, and how many more there are', () => {
  const many = Array.from({ length: 50 }, (_, n) => `[[volumes]]\nname = "v${n}"\nsize_gb = 1`).join('\n');
  const lines = wrongIn(many);
  expect([lines.length, lines.at(-1)]).toEqual([21, 'There are 30 more.']);
});

test('a bid takes the defaults, and its own values win, those that are empty too', () => {
  const { bids } = parseFleet(
    'fleet.toml',
    `[defaults]\nregion = "d"\nssh_keys = ["ops"]\nstartup_script_file = "s.sh"\n${BID}ssh_keys = []\nstartup_script = ""\n`,
  );
  expect(bids).toMatchObject([{ region: 'r', ssh_keys: [], startup_script: '', scriptFile: null }]);
});

test('a folder, a named pipe, a missing file and one of ten megabytes are refused in a sentence', async () => {
  const at = folder();
  mkdirSync(join(at, 'folder'));
  execFileSync('mkfifo', [join(at, 'pipe')]);
  symlinkSync(join(at, 'pipe'), join(at, 'link'));
  writeFileSync(join(at, 'large'), '#'.repeat(10 * 1024 * 1024));
  expect(await refusal(join(at, 'folder'))).toMatch(/can't be read: it is a folder\.$/);
  expect(await refusal(join(at, 'pipe'))).toMatch(/can't be read: it is a named pipe\.$/);
  expect(await refusal(join(at, 'link'))).toMatch(/can't be read: it is a named pipe\.$/);
  expect(await refusal(join(at, 'none'))).toMatch(/can't be read: /);
  expect(await refusal(join(at, 'large'))).toMatch(/ is larger than 8 megabytes\.$/);
});

test('a script is read from a file below the folder, and from nowhere else', async () => {
  const at = folder();
  const inner = join(at, 'inner');
  mkdirSync(inner);
  writeFileSync(join(at, 'secret'), 'key');
  writeFileSync(join(inner, 'a.sh'), 'echo a\n');
  symlinkSync(join(at, 'secret'), join(inner, 'link.sh'));
  const file = join(inner, 'fleet.toml');
  const withScript = (script: string): Promise<string> => {
    writeFileSync(file, `${BID}startup_script_file = ${JSON.stringify(script)}\n`);
    return refusal(file);
  };
  expect(await withScript('a.sh')).toBe('read');
  expect((await readFleetFile(file, null)).file.bids[0]?.startup_script).toBe('echo a\n');
  for (const script of ['../secret', 'link.sh', join(at, 'secret'), '~/.ssh/id_ed25519', '.'])
    expect(await withScript(script)).toContain('is not a file below the folder of the fleet file.');
  expect(await withScript('none.sh')).toMatch(/line 7: none\.sh can't be read: /);
});

test('a file of 5,000 bids with scripts is read in moments, with the right lines', () => {
  const rows = Array.from({ length: 5000 }, (_, n) =>
    BID.replace('"a"', `"bid-${n}"`).concat(`startup_script = '''\n[[bids]]\necho ${n}\n'''\n`),
  );
  const { bids } = parseFleet('fleet.toml', rows.join('\n'));
  expect([bids.length, bids.at(-1)?.lines.get('name')]).toEqual([5000, 4999 * 11 + 2]);
});

test('scripts of a file with the line endings of Windows have those of the machines', async () => {
  const at = folder();
  writeFileSync(join(at, 'a.sh'), '#!/bin/sh\r\necho a\r\n');
  const file = join(at, 'fleet.toml');
  const inline = `${BID}startup_script = '''\n#!/bin/sh\necho b\n'''\n`.replaceAll('\n', '\r\n');
  writeFileSync(file, `${inline}${BID.replace('"a"', '"c"')}startup_script_file = "a.sh"\r\n`);
  const { bids } = (await readFleetFile(file, null)).file;
  expect(bids.map(({ startup_script }) => startup_script)).toEqual(['#!/bin/sh\necho b\n', '#!/bin/sh\necho a\n']);
});
