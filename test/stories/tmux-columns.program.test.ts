import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { program } from '../driver/built.ts';
import { closeAfterTest, openMarket } from '../driver/console.ts';
import { openTerminal } from '../driver/terminal.ts';
import { newPath } from '../journal/snapshots.ts';
import { alteredMarket } from './altered.ts';
import { STILL } from './service.ts';

const hasTmux = spawnSync('tmux', ['-V']).error === undefined;

/** Names with characters whose width terminals disagree on. */
const NAMES = [
  'देवनागरी-क्षेत्र',
  'हिन्दी-प्रशिक्षण',
  '👍🏽-tone 👋🏿',
  '👩‍❤️‍👨-couple',
  '👨‍👩‍👧 work 👩‍💻',
  '❤️ 1️⃣ 🇩🇪🇯🇵',
  'ไทย-ทดสอบ',
  'தமிழ்-பயிற்சி',
  'e\u0301e\u0301-zalgo\u0336\u0336',
  '界夜-train',
];

/** A program that has its terminal draw texts, each in an empty row, and writes down where the cursor is after each. */
const MEASURE = `
import { readFileSync, writeFileSync } from 'node:fs';
const [from, to] = process.argv.slice(2);
const texts = JSON.parse(readFileSync(from, 'utf8'));
const columns = [];
const ask = () => process.stdout.write('\\r\\u001b[2K' + texts[columns.length] + '\\u001b[6n');
process.stdin.setRawMode(true).on('data', (answer) => {
  for (const [, column] of String(answer).matchAll(/\\u001b\\[\\d+;(\\d+)R/g)) {
    columns.push(Number(column) - 1);
    if (columns.length < texts.length) ask();
    else { writeFileSync(to, JSON.stringify(columns)); process.exit(); }
  }
});
ask();
`;

test.skipIf(!hasTmux)(
  'in tmux every border and cell stands in its column, whatever writing and emoji the names beside it have',
  { timeout: 90_000 },
  async () => {
    const market = await openMarket(STILL);
    const fids: string[] = [];
    const { env } = await alteredMarket(market, (row, path) => {
      const fid = String(row['fid']);
      if (!fids.includes(`${path} ${fid}`)) fids.push(`${path} ${fid}`);
      const at = fids.filter((one) => one.startsWith(path)).indexOf(`${path} ${fid}`);
      return { ...row, name: NAMES[at] ?? row['name'] };
    });
    const folder = join(newPath(), '..');
    const socket = join(folder, 'socket');
    const tmux = (...args: readonly string[]): string =>
      spawnSync('tmux', ['-u', '-S', socket, ...args], { encoding: 'utf8' }).stdout;
    onTestFinished(() => void tmux('kill-server'));
    const console = openTerminal({
      command: 'tmux',
      args: ['-u', '-S', socket, '-f', '/dev/null', 'new', '-s', 'work', process.execPath, program],
      columns: 160,
      rows: 46,
      cwd: folder,
      env,
    });
    closeAfterTest(console);
    await console.seeLoaded('14 bids');
    for (const keys of ['', '2', '3', 'jjj', 'k', '1jjjj']) {
      console.type(keys);
      await console.idle();
      const rows = tmux('capture-pane', '-p', '-t', 'work:0').split('\n').slice(1, 44);
      const strange = rows.filter((row) => /[^\u0020-\u2bff]/u.test(row));
      expect(strange.length).toBeGreaterThan(9);
      // What is left of each vertical border, drawn once more, ends where the border stands.
      const borders = strange.flatMap((row) => [...row.matchAll(/[│╭╮╰╯]/g)].map(({ index }) => row.slice(0, index)));
      const columns = measured(borders);
      for (const [at, column] of columns.entries())
        expect([0, 105, 106, 159], `${borders[at]}│\n${rows.join('\n')}`).toContain(column);
      expect(columns.filter((column) => column === 159)).toHaveLength(strange.length);
      // A text may take the blanks beside it.
      for (const name of NAMES.slice(0, 3)) expect(rows.join('\n')).toContain(name);
    }
    console.press('q');
    await console.ended();

    function measured(texts: readonly string[]): readonly number[] {
      const [script, from, to] = ['measure.mjs', 'texts', 'columns'].map((name) => join(folder, name));
      writeFileSync(script ?? '', MEASURE);
      writeFileSync(from ?? '', JSON.stringify(texts));
      const command = `'${process.execPath}' '${script}' '${from}' '${to}'; tmux -S '${socket}' wait-for -S measured`;
      tmux('new-window', '-d', '-t', 'work:5', command);
      tmux('wait-for', 'measured');
      return JSON.parse(readFileSync(to ?? '', 'utf8'));
    }
  },
);
