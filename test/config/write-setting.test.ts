import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configurable } from '../../src/config/own-setting.ts';
import { rereadConfig } from '../../src/config/profile-config.ts';
import { keyOf } from '../../src/config/setting.ts';
import { shownSettings, withSetting, writeSetting } from '../../src/config/write-setting.ts';
import { settingsIn } from './config-text.ts';
import { ownSettings } from './own-settings.ts';

const FILE = `# mine
refresh = 2 # slow # line
projects = [
  "a", # one
  "b",
]

[profiles."prod"]
# refresh = 9
project = "x"

[keys]
freeze = "F"
`;

test.each<[string, readonly string[], string, string | number | null, string]>([
  ['a value keeps its comment', [], 'refresh', 5, FILE.replace('= 2 #', '= 5  #')],
  [
    'a value of several lines is replaced whole',
    [],
    'projects',
    'c',
    FILE.replace(/projects = [^\]]*\]/, 'projects = "c"'),
  ],
  [
    'a new one stands below the last of its table',
    [],
    'theme',
    'dark',
    FILE.replace(']\n\n[p', ']\ntheme = "dark"\n\n[p'),
  ],
  [
    'or below the line that has it as a comment',
    ['profiles', 'prod'],
    'refresh',
    9,
    FILE.replace('refresh = 9\n', 'refresh = 9\nrefresh = 9\n'),
  ],
  ['one that is taken out leaves its comment', [], 'refresh', null, FILE.replace('refresh = 2 # slow', '# slow')],
  ['one that is not there is not taken out', [], 'theme', null, FILE],
])('%s, and all other lines stay', (_, table, key, value, after) => {
  expect(withSetting(FILE, table, { key, value })).toBe(after);
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
  expect(withSetting(crlf(FILE), table, { key, value })).toBe(crlf(after));
});

test('a file without tables, one that begins with a table, and none at all get a line of their own', () => {
  const entry = { key: 'theme', value: 'dark' };
  expect(withSetting('', [], entry)).toBe('theme = "dark"\n');
  expect(withSetting('[keys]\n', [], entry)).toBe('theme = "dark"\n\n[keys]\n');
  expect(withSetting('# all\nrefresh = 2', [], entry)).toBe('# all\nrefresh = 2\ntheme = "dark"\n');
});

test('what lines can’t change is left alone: an inline profile, a text of several lines that looks like the key', () => {
  const entry = { key: 'theme', value: 'dark' };
  expect(withSetting('profiles.a = { theme = "light" }\n', ['profiles', 'a'], entry)).toBeNull();
  expect(withSetting('debug = """\ntheme = 1\n"""\n', [], entry)).toBeNull();
});

const place = (text: string | null): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'config-')), 'config.toml');
  if (text !== null) writeFileSync(path, text, { mode: 0o600 });
  return path;
};
const OWN = ownSettings();

test('a setting is written where it is, or in the profile where its kind belongs, for its owner alone, through a link', async () => {
  const path = place('refresh = 3\n[profiles.a]\nalerts = "off"\n');
  const link = `${path}.link`;
  symlinkSync(path, link);
  chmodSync(path, 0o640);
  for (const [key, typed] of [
    ['refresh', '4'],
    ['alerts', 'bell'],
    ['production', 'true'],
    ['theme', 'dark'],
  ] as const)
    await writeSetting({ path: link, profile: 'a' }, { key, typed }, OWN);
  expect(readFileSync(path, 'utf8')).toBe(
    'refresh = 4\ntheme = "dark"\n[profiles.a]\nalerts = "bell"\nproduction = true\n',
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await writeSetting({ path: link, profile: 'a' }, { key: 'alerts', typed: '' }, OWN);
  expect(readFileSync(path, 'utf8')).not.toContain('alerts');
});

test('a value that is not allowed is refused with what is, and the file stays as it was', async () => {
  for (const [text, key, typed, why] of [
    [null, 'refresh', 'soon', '"soon" is not a number of seconds from 0.5 to 3600.'],
    ['ascii = true\n', 'theme', 'pink', '"pink" is not one of terminal, '],
    ['refresh = "soon"\n', 'theme', 'dark', 'line 1: refresh is invalid.'],
    ['profiles = { a = { refresh = 3 } }\n', 'refresh', '4', 'in a form that only an editor can change: line 1'],
  ] as const) {
    const path = place(text);
    await expect(writeSetting({ path, profile: 'a' }, { key, typed }, OWN)).rejects.toThrow(why);
    expect(existsSync(path) ? readFileSync(path, 'utf8') : null).toBe(text);
  }
});

test('each setting is shown with its value and where it is from; a table is only counted, and no password is shown', async () => {
  const path = place(
    'refresh = 3\ntheme = "dark"\n[names]\na = "one"\nb = "two"\n[profiles.a]\nbase_url = "https://me:secret@host"\nalerts = "off"\n',
  );
  const from = { flags: { theme: 'light' }, environment: { SPOTDECK_REFRESH: '9' }, own: OWN };
  const shown = await shownSettings({ path, profile: 'a' }, from);
  const of = (key: string) => shown.find((each) => each.key === key);
  expect(of('refresh')).toMatchObject({ value: '9', from: 'environment', stronger: 'SPOTDECK_REFRESH', written: '3' });
  expect(of('theme')).toMatchObject({
    value: 'light',
    from: 'flag',
    stronger: '--theme',
    choices: expect.arrayContaining(['mono']),
  });
  expect(of('alerts')).toMatchObject({ value: 'off', from: 'config file', stronger: null });
  expect(of('mouse')).toMatchObject({ value: 'true', from: 'default', written: null, choices: ['true', 'false'] });
  expect(of('names')).toMatchObject({ value: '2 items', elsewhere: `It is a table: edit it in ${path}.` });
  expect(of('base_url')?.value).toBe('https://host');
  expect(JSON.stringify(shown)).not.toMatch(/secret|token"/);
  const rare = shown.findIndex(({ common }) => !common);
  expect(shown.slice(rare).every(({ common }) => !common)).toBe(true);
});

/** Another allowed value of each setting of the kernel that is no table. */
const OTHER: Readonly<Record<string, string>> = {
  projects: '["p"]',
  confirm: '"never"',
  budgetPerHour: '7',
  refresh: '7',
  refreshHidden: '7',
  maxRequests: '70',
  alerts: '"off"',
  preemption: '7',
  theme: '"dark"',
  baseUrl: '"https://host"',
  project: '"p"',
  allProjects: 'true',
  readOnly: 'true',
  production: 'true',
  allowPlainHttp: 'true',
  timeout: '7',
  pageSize: '7',
  journal: '"j"',
  journalMax: '"20 MB"',
  debug: '"d"',
  mouse: 'false',
  ascii: 'true',
  screenReader: 'true',
};

test('a setting that says it counts at once is among what a running console takes over, and no other one is', async () => {
  const taken = async (text: string): Promise<string> => {
    const { whereIs: _, pace, ...rest } = rereadConfig({ settings: await settingsIn(text), config: null });
    return JSON.stringify({ ...rest, pace }, (__, value) => (typeof value === 'bigint' ? String(value) : value));
  };
  const usual = await taken('');
  const changing = configurable(OWN).filter(({ name }) => OTHER[name] !== undefined);
  expect(changing).toHaveLength(Object.keys(OTHER).length);
  for (const { name, live } of changing)
    expect((await taken(`${keyOf(name)} = ${OTHER[name] ?? ''}`)) !== usual, name).toBe(live === true);
});

test('a value with escape sequences is shown as text', async () => {
  const path = place('');
  const environment = { SPOTDECK_PROJECT: 'p\u001b]0;title\u0007\nq' };
  const shown = await shownSettings({ path, profile: null }, { flags: {}, environment, own: OWN });
  expect(shown.find(({ key }) => key === 'project')?.value).toBe('p\ufffd]0;title\ufffd q');
});
