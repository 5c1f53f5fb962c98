// Writes the parts of README and docs that are generated from declarations: keys, settings, variants, columns, man page.
// `--check` writes nothing, and fails with the name of the file when one is out of date.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { wordsOfResources } from '../src/cli/words-of-resources.ts';
import type { DocsPart } from '../src/command/feature.ts';
import { composeFeatures } from '../src/command/feature.ts';
import { groupsOf } from '../src/command/help.ts';
import { listOptions } from '../src/command/list-options.ts';
import { fieldsOf, fillsForSeveral, listsWithVerbs, optionOf, verbsOf } from '../src/command/verbs.ts';
import { byUse } from '../src/config/own-setting.ts';
import { flagName, keyOf, type NamedSetting } from '../src/config/setting.ts';
import { features } from '../src/features/index.ts';
import { widthOf } from '../src/lib/width.ts';
import { code, row } from '../src/lib/words.ts';
import { variantTable } from '../src/market/variants.ts';
import { namesOfColumn } from '../src/resources/parts/column-names.ts';
import { EXAMPLES } from '../src/resources/quantities.ts';
import type { Resource } from '../src/resources/resource.ts';
import type { PaneName } from '../src/resources/rows.ts';
import { composedPanes } from '../src/resources/service-actions.ts';
import { withScreen } from '../src/screen/keymap/compose.ts';
import { documentedKeys } from '../src/screen/keymap/help.ts';
import { changeableCommands } from '../src/screen/keymap/rebind.ts';
import { mainFiles, rules } from './layers.ts';
import { manPage } from './man.ts';
import { sectionOf } from './release/changelog.js';

/** What all features bring to the screen. */
const all = composedPanes(await features.loadPanes());
const { panes, paneNames } = all;
const onScreen = withScreen(composeFeatures(all, await features.load()), await features.loadScreen());

/** A block of code: it is read as it stands, also outside a browser. */
const block = (text: string): string => `\`\`\`\n${text}\n\`\`\``;

function alignedLines(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => widthOf(cells[column] ?? ''))));
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** Commands in the README's table of keys. */
const MAIN_COMMANDS = [
  'next-pane',
  'detail',
  'filter',
  'mark',
  'place-bid',
  'edit-bid',
  'pause-bid',
  'resume-bid',
  'cancel-bid',
  'ssh',
  'story',
  'next-preempting',
  'undo',
  'palette',
  'help',
];

/** The README's table of keys. */
function mainKeys(): string {
  const commands = changeableCommands(onScreen);
  return [
    row('key', 'does'),
    row('---', '---'),
    ...MAIN_COMMANDS.map((command) => {
      const found = commands.find(({ id }) => id === command);
      if (found === undefined) throw new Error(`The README names no such command: ${command}.`);
      return row(found.keys.map(code).join(' '), found.label);
    }),
  ].join('\n');
}

/** A line about a key, in the place where the key has it. */
type KeyLine = { readonly where: string; readonly keys: readonly string[]; readonly does: string };

const groups = documentedKeys(onScreen);
/** Titles of the groups with commands that `[keys]` can change: panes, lists, everywhere and recordings. */
const isChangeable = (title: string): boolean => groups.findIndex((group) => group.title === title) < firstFixed;
const firstFixed = groups.findIndex(({ title }) => title === 'Second tap');

const linesOf = (areChangeable: boolean): readonly KeyLine[] =>
  groups
    .filter(({ title }) => isChangeable(title) === areChangeable)
    .flatMap(({ title, lines }) => lines.map(({ keys, does }) => ({ where: title, keys, does })));

/** The keys of the panes, with the command's name in `[keys]`; then the names of those that only menus and the palette have. */
function paneKeys(): string {
  const left = [...changeableCommands(onScreen)];
  const named = linesOf(true).map(({ where, keys, does }) => {
    const found = left.findIndex((command) => command.label === does && command.keys.join() === keys.join());
    const [command] = found === -1 ? [] : left.splice(found, 1);
    if (command === undefined) throw new Error(`${where} has no command: ${does}.`);
    return { where, keys, does, id: command.id };
  });
  if (left.length > 0) throw new Error(`No pane has ${left.map(({ id }) => id).join(', ')}.`);
  const withKeys = Map.groupBy(
    named.filter(({ keys }) => keys.length > 0),
    ({ where }) => where,
  );
  return [
    ...[...withKeys].map(([where, some]) =>
      [
        `### ${where}`,
        '',
        block(alignedLines(some.map(({ keys, id, does }) => [keys.join(' '), id, does])).join('\n')),
      ].join('\n'),
    ),
    '### Without a key',
    named
      .filter(({ keys }) => keys.length === 0)
      .map(({ id }) => code(id))
      .join(' '),
  ].join('\n\n');
}

/** Keys that mean the same wherever they do something: they move, take or leave. The page says so once. */
const GENERAL = new Set(
  `Enter Esc q Space Tab Shift-Tab Up Down Left Right PgUp PgDn Home End j k g G Ctrl-u Ctrl-d Ctrl-n Ctrl-p Ctrl-c`.split(
    ' ',
  ),
);

/** The keys that a dialog has of its own, and the mouse. */
function dialogKeys(): string {
  const isAnswer = ({ keys, does }: KeyLine): boolean =>
    /^[yn]$/.test(keys.join()) && /^(?:Yes|No|Close|Quit)\b/.test(does);
  const isGeneral = (line: KeyLine): boolean =>
    isAnswer(line) ||
    line.keys.includes('Esc') ||
    (line.keys.every((key) => GENERAL.has(key)) && !/^[a-z]$/i.test(line.keys.join()));
  const own = linesOf(false).filter((line) => !isGeneral(line));
  const blocks = [...Map.groupBy(own, ({ where }) => where)].map(([where, some]) =>
    [where, ...alignedLines(some.map(({ keys, does }) => ['', keys.join(' '), does]))].join('\n'),
  );
  return block(blocks.join('\n'));
}

function readings(): string {
  return variantTable
    .map(
      ({ id, choices, meaning }) =>
        `- ${code(id)} (${choices.map(code).join(' ')}): ${meaning.replace(/ \(sections? [^)]*\)\.$/, '.')}`,
    )
    .join('\n');
}

function verbs(): string {
  return listsWithVerbs(panes)
    .flatMap((list) =>
      verbsOf(panes, list).map(({ word, label, action }) => {
        const command = `spotdeck ${panes[list].words.one} ${word}${action.effect.kind === 'new' ? '' : ' NAME'}`;
        const fields = fieldsOf(action).map((field) => optionOf(field).long);
        const options = [...fields, ...(fillsForSeveral(action) ? ['filter'] : [])].map((long) => code(`--${long}`));
        return `- ${[code(command), ...options].join(' ')}: ${label}`;
      }),
    )
    .join('\n');
}

/** The options of `get` that the service is asked with; its help says what each does. */
function getOptions(): string {
  return listOptions()
    .map(({ flags }) => code(flags))
    .join(' ');
}

/** The pages that say more about commands than `docs/commands.md` does itself. */
const PAGES: Readonly<Record<string, string>> = {
  apply: 'fleet.md#apply',
  autopilot: 'rules.md#who-runs-them',
  config: 'configuration.md',
  diff: 'fleet.md#diff',
  digest: 'what-happened.md#after-an-absence',
  export: 'fleet.md#export',
  exporter: 'metrics.md#metrics',
  login: 'connecting.md#connect',
  market: 'inside.md#the-embedded-market',
  notify: 'metrics.md#notifications',
  price: 'bids.md#what-price-fills',
  replay: 'what-happened.md#record-and-replay',
  spend: 'money.md#spent',
  ssh: 'machines.md#ssh',
  top: 'machines.md#gpus',
  watch: 'what-happened.md#spotdeck-watch',
  why: 'what-happened.md#why-it-does-not-run',
};

/** All commands in the groups of the help, with what it says of them. */
function commandList(): string {
  const shown = program.commands.filter((command) => command.helpGroup() !== '' && command.name() !== 'complete');
  const unknown = Object.keys(PAGES).filter((name) => !shown.some((command) => command.name() === name));
  if (unknown.length > 0) throw new Error(`There is no command ${unknown.join(', ')}.`);
  return groupsOf(shown)
    .map((group) =>
      [
        `**${group.replace(/:$/, '')}**`,
        '',
        ...shown
          .filter((command) => command.helpGroup() === group)
          .map((command) => {
            const name = code(`spotdeck ${command.name()}`);
            const page = PAGES[command.name()];
            return `- ${page === undefined ? name : `[${name}](${page})`}: ${command.description()}`;
          }),
      ].join('\n'),
    )
    .join('\n\n');
}

/** The names of columns by list. An asterisk: the command line has none, as it reads no machines. */
function columnNames(): string {
  return [
    row('list', 'words', 'words, and compared'),
    row('---', '---', '---'),
    ...paneNames.map((name) => row(panes[name].title, ...[false, true].map((isCompared) => namesOf(name, isCompared)))),
    '',
    ...Object.entries(EXAMPLES).map(([kind, example]) => `- ${kind}: ${example}`),
  ].join('\n');
}

function namesOf<Name extends PaneName>(name: Name, isCompared: boolean): string {
  const { columns }: Resource<Name> = panes[name];
  const asked = columns.filter(
    ({ picture, compareAs }) => picture === undefined && (compareAs !== undefined) === isCompared,
  );
  const byKind = Map.groupBy(asked, ({ compareAs }) => compareAs?.kind);
  return [...byKind]
    .map(([kind, some]) => {
      const names = some.map(
        (column) => `${namesOfColumn(column).map(code).join('/')}${column.live !== undefined ? '*' : ''}`,
      );
      return `${kind === undefined ? '' : `${kind}: `}${names.join(' ')}`;
    })
    .join('; ');
}

/** The settings that people set, with what is allowed; the others with half a line. `config example` and the man page have all of each. */
function configurables(): string {
  const lineOf = (setting: NamedSetting): string => {
    const { name, allowed, help, fallback } = setting;
    const usual = typeof fallback === 'object' || fallback === '' ? '' : `; ${code(String(fallback))}`;
    // A table of the config file has a part of its own on a page.
    const isTable = setting.flag === null && setting.environment === null;
    return `- ${code(keyOf(name))}${waysOf(setting)}: ${help}${isTable ? '' : ` *${allowed}${usual}*`}`;
  };
  const shortLineOf = (setting: NamedSetting): string =>
    `- ${code(keyOf(setting.name))}${waysOf(setting)}: ${setting.help.replace(/[.:;] .*|\.$/, '')}`;
  const { common, more } = byUse(run.own);
  return [...common.map(lineOf), '', '### More', '', ...more.map(shortLineOf)].join('\n');
}

/** The marks of a setting: without an option, without a variable, used at once. The names of option and variable follow from its key. */
function waysOf(setting: NamedSetting): string {
  const { name, environment, flag, live } = setting;
  const key = keyOf(name);
  const option = flag === null ? null : flagName(setting);
  if (option !== null && option !== `--${key.replaceAll('_', '-')}`)
    throw new Error(`${key} has the option ${option}.`);
  if (environment !== null && environment !== `SPOTDECK_${key.toUpperCase()}`)
    throw new Error(`${key} has ${environment}.`);
  return `${option === null ? '¹' : ''}${environment === null ? '²' : ''}${live === true ? '³' : ''}`;
}

/** The comment that a file begins with. */
function firstComment(path: string): string {
  const found = /^(?:import [^;]*;\n|\s)*(?:\/\/ |\/\*\* )(.*?)(?: \*\/)?\n/.exec(readFileSync(path, 'utf8'));
  if (found?.[1] === undefined) throw new Error(`${path} does not begin with what it is.`);
  return found[1];
}

/** The rooms of the kernel with the file to begin to read in, and what its first line says. */
function rooms(): string {
  return Object.entries(mainFiles)
    .map(([room, file]) => {
      const is = firstComment(`src/${room}/${file}`).replace(`${room}: `, '').replace(/\.$/, '');
      return `- ${code(`${room}/`)} (${code(`${room}/${file}`)}): ${is}`;
    })
    .join('\n');
}

/** The features with what their records say that they are, and the features that they may import from. */
function featureList(): string {
  return Object.entries(rules.features)
    .map(([name, others]) => {
      const is = firstComment(`src/features/${name}/index.ts`).replace(/\.$/, '');
      return `- ${code(`features/${name}/`)}${others === '' ? '' : ` (${others.split(' ').join(', ')})`}: ${is}`;
    })
    .join('\n');
}

const PARTS: readonly DocsPart[] = [
  { file: 'docs/architecture.md', marks: 'rooms', text: rooms },
  { file: 'docs/architecture.md', marks: 'features', text: featureList },
  { file: 'README.md', marks: 'keys', text: mainKeys },
  { file: 'docs/keys.md', marks: 'panes', text: paneKeys },
  { file: 'docs/keys.md', marks: 'dialogs', text: dialogKeys },
  { file: 'docs/commands.md', marks: 'commands', text: commandList },
  { file: 'docs/commands.md', marks: 'get-options', text: getOptions },
  { file: 'docs/commands.md', marks: 'verbs', text: verbs },
  { file: 'docs/configuration.md', marks: 'configurable', text: configurables },
  { file: 'docs/bids.md', marks: 'columns', text: columnNames },
  { file: 'docs/inside.md', marks: 'readings', text: readings },
];

const { version }: { readonly version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
globalThis.SPOTDECK_VERSION = version;
const { createCommandLine } = await import('../src/cli/program.ts');
const { addCommands, addWords, program, run } = createCommandLine();
addCommands();
await addWords(wordsOfResources(panes));

/** The parts that features bring. */
async function partsOfFeatures(): Promise<readonly DocsPart[]> {
  const files = features.records.map(({ name }) => resolve('src', 'features', name, 'docs.ts')).filter(existsSync);
  const brought = await Promise.all(files.map((file): Promise<{ readonly docs: readonly DocsPart[] }> => import(file)));
  return brought.flatMap(({ docs }) => docs);
}

/** A file with a part of it made anew. */
function withPart({ file, marks, text }: DocsPart): string {
  if (marks === null) return text();
  const before = readFileSync(file, 'utf8');
  const place = new RegExp(`(<!-- ${marks}:begin -->\n)[\\s\\S]*?(<!-- ${marks}:end -->)`);
  if (!place.test(before)) throw new Error(`${file} has no place for ${marks}.`);
  return before.replace(place, (_, begin: string, end: string) => `${begin}\n${text()}\n\n${end}`);
}

const released = sectionOf(readFileSync('CHANGELOG.md', 'utf8'), version)?.date ?? null;
const page: DocsPart = {
  file: 'docs/spotdeck.1',
  marks: null,
  text: () => manPage(program, version, released, run.own),
};
const stale: string[] = [];
for (const part of [page, ...PARTS, ...(await partsOfFeatures())]) {
  const { file, marks } = part;
  const after = withPart(part);
  if (existsSync(file) && readFileSync(file, 'utf8') === after) continue;
  if (process.argv.includes('--check')) stale.push(marks === null ? file : `${file} (${marks})`);
  else writeFileSync(file, after);
}
if (stale.length > 0) {
  process.stderr.write(`Out of date: ${stale.join(', ')}. Run "npm run docs".\n`);
  process.exitCode = 1;
}
