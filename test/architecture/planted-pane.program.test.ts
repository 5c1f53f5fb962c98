import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { node } from '../driver/built.ts';
import { closeAfterTest, openMarket } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { openTerminal } from '../driver/terminal.ts';
import { ranAs } from '../stories/ran-as.ts';
import { STILL } from '../stories/service.ts';
import { featureLines, type PlantedCopy, plant } from './planted-copy.ts';
import { files } from './planted-pane.ts';

/** A copy of the project with one more feature: a pane, and what it adds to bids. */
let planted: PlantedCopy;

beforeAll(async () => {
  planted = await plant(files, featureLines('berths'));
  return planted.remove;
});

const COMMAND = '[[commands]]\nname = "Moor"\nkey = "w"\npanes = ["bids"]\nrun = ["echo", "moored at", "{berth}"]\n';

/** A market that stands still, and an operator with a config file and a home that is kept between consoles. */
async function operator(config = '') {
  const market = await openMarket(STILL);
  const home = freshHome();
  onTestFinished(home.remove);
  const path = join(home.folder, 'config.toml');
  writeFileSync(path, config, { mode: 0o600 });
  const env = { ...market.env, SPOTDECK_CONFIG: path };
  return {
    spotdeck: (...words: readonly string[]) => ranAs(node, [planted.program, ...words], home, env),
    open: async () => {
      const console = openTerminal({
        command: node,
        args: [planted.program],
        columns: 200,
        rows: 50,
        env: { ...env, XDG_DATA_HOME: home.env['XDG_DATA_HOME'] },
      });
      closeAfterTest(console);
      await console.seeLoaded(/QUAY/, { timeout: 20_000 });
      return console;
    },
  };
}

test('the types of an added pane fit without any other change, and its line in the list is demanded', async () => {
  await planted.checkTypes();
  expect(await planted.typesWithout('.with(berths)')).toMatch(/Property 'berths' is missing/);
});

test('an added pane has its key, its place in the order of Tab, its alias, help, letters to sort by and texts to copy', async () => {
  const { open } = await operator();
  const console = await open();
  console.press('8');
  await console.seeSelected('8 Berths', 'quay-');
  console.press('Tab');
  await console.seeSelected('1 Bids', 'batch-embed');
  console.press('Shift-Tab', '?');
  await console.see('Go to the bid at the berth');
  console.type('metres');
  await console.see(/length metres +a word/);
  console.press('Esc');
  console.type(':docks');
  await console.see(/Go to Berths, or :docks +8/);
  console.press('Enter', ',');
  await console.see(/Sort by +\w QUAY . +\w LENGTH/);
  console.press('Esc', 'y');
  await console.see(/b +bollard +bollard at quay-/);
  console.press('b');
  await console.see('Copied the bollard.');
  console.type('/metres:"19 m"\r');
  await console.seeRows('8 Berths', [/quay-train-llama-eu +19 m/]);
  console.press('Enter');
  await console.see(/Quay +quay-train-llama-eu/);
  console.press('Esc', 'i');
  await console.seeSelected('1 Bids', 'train-llama-eu');
});

test('what is added to the pane of another has its column, key, line, section, filter name, group and its note', async () => {
  const { open } = await operator();
  const console = await open();
  await console.see(/NAME +BERTH +STATUS/);
  console.type('/moored-at:quay-train-llama-eu\r');
  await console.see('1 Bids ─ 1 of 14');
  console.press('Enter');
  await console.see(/Berths +14/);
  const detail = console.screen().join('\n');
  expect(detail).toMatch(/Identifier .*[\s\S]*Berth +quay-train-llama-eu[\s\S]*Status [\s\S]*Harbour[\s\S]*Launch/);
  console.press('Esc', '?');
  console.type('moored');
  await console.see(/berth moored-at +a word/);
  console.press('Esc');
  console.type('B');
  await console.seeSelected('8 Berths', 'quay-train-llama-eu');
  console.press('1', 'Esc', 'b');
  await console.see(/at sea .*14 hulls/);
});

test('the layout of an added pane and of an added column is there in the next console, and in get with a view', async () => {
  const { open, spotdeck } = await operator();
  const first = await open();
  first.press('8', 'O');
  await first.see('8 Berths ─ 14 ─ quay ↓');
  first.press('1');
  first.type('/render\rc');
  await first.see('Columns of Bids');
  first.type('j+++q:view save moored\r');
  await first.see('Saved the view moored.');
  first.press('q');
  await first.ended();
  const second = await open();
  await second.see('8 Berths ─ 14 ─ quay ↓');
  await second.see(/BERTH {14,}STATUS/);
  expect(await spotdeck('get', 'bids', '--view', 'moored', '--columns', 'name,moored-at')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^NAME +BERTH\nrender +quay-render$/m),
  });
});

test('the command line prints, filters and sorts by an added column, and names it in its help', async () => {
  const { spotdeck } = await operator();
  const words = ['get', 'bids', '--columns', 'berth', '--sort', '-berth', '--filter', 'berth:sweep'];
  expect(await spotdeck(...words)).toMatchObject({ code: 0, out: 'BERTH\nquay-sweep-c\nquay-sweep-b\nquay-sweep-a\n' });
  expect((await spotdeck('get', '--help')).out).toMatch(/bids +name, berth = moored-at, status/);
});

test('an added action that changes a bid is a command too, which asks first and which a read-only program refuses', async () => {
  const { spotdeck, open } = await operator();
  expect((await spotdeck('bid', '--help')).out).toMatch(/moor .*Moor the bid: it pauses/);
  const moor = ['bid', 'moor', 'train-llama'];
  expect(await spotdeck(...moor, '--read-only', '--yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Read-only: nothing was sent.'),
  });
  const console = await open();
  console.type('/name:=render\rM');
  await console.see(/M again: +pause render/);
  console.press('Esc');
  expect(await spotdeck(...moor, '--yes')).toMatchObject({ code: 0 });
  expect((await spotdeck('get', 'bids', 'train-llama', '--columns', 'status')).out).toContain('paused');
});

test('a custom command may have an added placeholder', async () => {
  expect((await (await operator(COMMAND)).spotdeck('config', 'check')).code).toBe(0);
  const { err } = await (await operator(COMMAND.replace('berth', 'brth'))).spotdeck('config', 'check');
  expect(err).toMatch(/\{brth\} is not a placeholder here; placeholders: .*\bberth\b/);
  const { open } = await operator(COMMAND);
  const console = await open();
  console.type('/name:=render\rw');
  await console.see(/Moor: done after/);
  console.press('&', 'Enter');
  await console.see('moored at quay-render');
});

test('the tables of the docs know an added pane, and an added column and action', async () => {
  await planted.script('scripts/docs.ts');
  const page = (name: string): string => readFileSync(join(planted.folder, 'docs', name), 'utf8');
  expect(page('keys.md')).toContain('- `B` Go to the berth of the bid (`bid-berth`)');
  expect(page('keys.md')).toContain('### Berths\n\n- `i` Go to the bid at the berth (`berth-bid`)');
  expect(page('keys.md')).toContain('- `8` Go to Berths, or :docks (`pane-berths`)');
  expect(page('commands.md')).toContain('- `spotdeck bid moor NAME`: Moor the bid: it pauses');
  expect(page('filter.md')).toContain('| Berths | `quay` `length`/`metres` |');
  expect(page('filter.md')).toMatch(/^\| Bids \| .*`berth`\/`moored-at`/m);
});
