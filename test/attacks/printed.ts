import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { printedColumns } from '../../src/resources/parts/column-names.ts';
import { openInTerminal } from '../driver/console.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { everywhere, listNames, openService, type Service, WORDS } from './doors.ts';
import { actingIn, expectEachOnce, expectLines, expectNothingRan, expectUntouched, linesOf } from './harmless.ts';
import { type Payload, payloadsFor, setOutCanary } from './payloads.ts';
import { openProgram, type Program, type ProgramEnd } from './program.ts';

type PoisonedProgram = Program & {
  readonly service: Service;
  readonly payloads: readonly Payload[];
  readonly done: () => void;
};

/** Starts a service with a hostile text in every field of every list, and the program as a command. */
export async function poisoned(): Promise<PoisonedProgram> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService(everywhere(payloads));
  return { ...openProgram(service.env), service, payloads, done: () => expectNothingRan(canary) };
}

const columnsOf = (name: (typeof listNames)[number]): string =>
  printedColumns<{ readonly id: string; readonly picture?: unknown; readonly fromMachines?: true }>(
    loadedFeatures.panes[name].columns,
  )
    .map(({ id }) => id)
    .join(',');

/** Runs `get` of every list with all of its columns; returns the output in the order of the lists. */
function getAll({ run }: Program, ...more: readonly string[]): Promise<readonly ProgramEnd[]> {
  return Promise.all(listNames.map((name) => run(['get', WORDS[name], '--columns', columnsOf(name), ...more])));
}

/** Tables in a pipe: a line for each row and one for the header. */
export async function tablesToPipe(): Promise<void> {
  const all = await poisoned();
  for (const { code, out, err } of await getAll(all)) {
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expectLines(out, all.payloads.length + 1);
    expectEachOnce(linesOf(out), all.payloads);
  }
  all.done();
}

/** Tables on a terminal wide enough for all columns. */
export async function tablesToTerminal(): Promise<void> {
  const all = await poisoned();
  for (const name of listNames) {
    const terminal = openInTerminal(['get', WORDS[name]], { columns: 1500, rows: 100, env: all.service.env });
    expect(await terminal.ended()).toEqual({ code: 0, signal: null });
    expectUntouched(terminal, all.payloads);
    expect(terminal.clipboard()).toBeNull();
    expect(terminal.bells()).toBe(0);
    expect(terminal.notifications()).toEqual([]);
    expect(terminal.modes().changed).toEqual([]);
    const lines = terminal.screen().filter((line) => line !== '');
    expect(lines).toHaveLength(all.payloads.length + 1);
    expectEachOnce(lines, all.payloads);
  }
  all.done();
}

/** CSV: a record for each row, and no cell that a spreadsheet would calculate. `--raw` prints the cells unchanged. */
export async function cells(): Promise<void> {
  const all = await poisoned();
  for (const { code, out } of await getAll(all, '-o', 'csv')) {
    expect(code).toBe(0);
    expect(actingIn(out.replaceAll('\r\n', '\n'))).toEqual([]);
    const [header = [], ...records] = recordsOf(out);
    expect(records).toHaveLength(all.payloads.length);
    expect(records.filter((record) => record.length !== header.length)).toEqual([]);
    expect(records.flat().filter((cell) => /^[\s"]*[=+\-@\t\r]/.test(cell))).toEqual([]);
    expectEachOnce(
      records.map((record) => record.join('\t')),
      all.payloads,
    );
  }
  const raw = await all.run(['get', 'bids', '--columns', 'name', '-o', 'csv', '--raw']);
  expect(raw.code).toBe(0);
  expect(recordsOf(raw.out).map(([cell]) => cell)).toContainEqual(expect.stringMatching(/^=cmd\|/));
  all.done();
}

/** JSON and NDJSON: each row is one object, on one line in NDJSON, and no text in it acts on a terminal. */
export async function json(): Promise<void> {
  const all = await poisoned();
  const whole = (format: string) => Promise.all(listNames.map((name) => all.run(['get', WORDS[name], '-o', format])));
  for (const { code, out } of await whole('ndjson')) {
    expect(code).toBe(0);
    expectLines(out, all.payloads.length);
    // A parser gets the exact texts of the service.
    const texts = textsIn(linesOf(out).map((line): unknown => JSON.parse(line)));
    expect(all.payloads.filter(({ text }) => !texts.includes(text)).map(({ id }) => id)).toEqual([]);
  }
  for (const { code, out } of [...(await whole('json')), ...(await getAll(all, '-o', 'json'))]) {
    expect(code).toBe(0);
    expect(actingIn(out)).toEqual([]);
    expect(JSON.parse(out)).toHaveLength(all.payloads.length);
  }
  all.done();
}

/** The five lists without a terminal, as `spotdeck` alone prints them. */
export async function plainLists(): Promise<void> {
  const all = await poisoned();
  const { code, out } = await all.run([]);
  expect(code).toBe(0);
  expect(actingIn(out)).toEqual([]);
  // Each list has a title and headers.
  const lines = linesOf(out).filter((line) => line !== '');
  expect(lines.length).toBe(listNames.length * (all.payloads.length + 2));
  all.done();
}

/** `watch`: changes of a hostile service are one JSON object a line. */
export async function events(): Promise<void> {
  const all = await poisoned();
  const lists = everywhere(all.payloads);
  all.service.say({ bids: [], instances: [], volumes: [], sshKeys: [], apiKeys: [] });
  expect((await all.run(['watch', '--once'])).code).toBe(0);
  all.service.say(lists);
  const { code, out, err } = await all.run(['watch', '--once']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const rows = linesOf(out).map((line): unknown => JSON.parse(line));
  expect(rows.length).toBeGreaterThanOrEqual(all.payloads.length * listNames.length);
  expectLines(out, rows.length);
  const again = await all.run(['watch', '--once', '--since', '1h']);
  expect(actingIn(again.out)).toEqual([]);
  all.done();
}

/** `doctor`, as text and as JSON. */
export async function doctor(): Promise<void> {
  const all = await poisoned();
  const people = await all.run(['doctor']);
  expect(actingIn(people.out)).toEqual([]);
  expect(people.err).toBe('');
  expect(linesOf(people.out).filter((line) => !/^(?:ok|warning|failure| {8})/.test(line))).toEqual([]);
  const programs = await all.run(['doctor', '-o', 'json']);
  expect(actingIn(programs.out)).toEqual([]);
  expect(JSON.parse(programs.out)).not.toEqual([]);
  all.done();
}

/** Log of requests: one line each, with any identifiers. */
export async function requestLog(): Promise<void> {
  const all = await poisoned();
  const log = join(all.home.folder, 'debug.log');
  for (const { text } of all.payloads.slice(0, 12))
    await all.run(['bid', 'pause', '--debug', log, '--', text.replaceAll('\0', '')]);
  await all.run(['get', 'bids', '--debug', log, '--project', 'a\u001b]0;x\u0007\nforged']);
  const kept = readFileSync(log, 'utf8');
  expect(actingIn(kept)).toEqual([]);
  expect(
    linesOf(kept).filter((line) => !/^(?:# spotdeck|\d{4}-\d\d-\d\dT\S+Z [A-Z]+ \/v2\/\S* \S+ \d+ms )/.test(line)),
  ).toEqual([]);
  all.done();
}

/** All texts in a value, including names of members. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}

/** The records of a CSV text (RFC 4180), read as a spreadsheet reads them. */
function recordsOf(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && record.length === 0 && quoted === undefined && plain === '') break;
    record.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
    if (end === '') break;
  }
  return records;
}
