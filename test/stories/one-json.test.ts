import type { Command } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCommandLine } from '../../src/cli/program.ts';
import { wordsOfResources } from '../../src/cli/words-of-resources.ts';
import { broughtBy } from '../brought.ts';
import { openProgram } from '../driver/running.ts';
import { type JsonSample, type JsonSamples, withJournal } from './json-sample.ts';
import { openScript } from './script.ts';
import { profileWith } from './token-file.ts';

const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG9sZG9sZG9sZG9sZG9sZG9sZG9sZG9sZG9sZG9sZG9s ops';
const FRESH = ['--name', 'fresh', '--size-gb', '10', '--region', 'us-east1-b', '--disk-interface', 'Block'];
const IN_BID = ['--instance-type', '1xl40s.us-east1-b', '--region', 'us-east1-b', '--instance-quantity', '1'];

const kernel: JsonSamples = {
  get: [
    ...['bids', 'instances', 'volumes', 'ssh-keys', 'api-keys'].map((list) => ({ words: [list] })),
    { words: ['bids', '--columns', 'status,limit,cost,run,type,age,created'] },
  ],
  watch: [
    { words: ['--once', '--since', '1h'], prepare: withJournal },
    { words: ['--once', '--since', '1h', '--group'], prepare: withJournal },
  ],
  doctor: [{ words: [] }],
  profiles: [
    {
      words: [],
      prepare: (script) => {
        profileWith(script, 'token_env = "MY_TOKEN"');
        return {};
      },
    },
  ],
  'bid pause': [{ words: ['gpu-ci'] }],
  'bid resume': [{ words: ['distill'] }],
  'bid update': [{ words: ['render', '--limit-price', '$1.40', '--yes'] }],
  'bid place': [{ words: ['--name', 'fresh', ...IN_BID, '--limit-price', '$1.40', '--yes'] }],
  'bid cancel': [{ words: ['gpu-ci', 'render', '--yes'] }],
  'volume create': [{ words: FRESH }],
  'volume delete': [
    {
      words: ['fresh', '--yes'],
      prepare: async ({ run }) => {
        await run(['volume', 'create', ...FRESH]);
        return {};
      },
    },
  ],
  'ssh-key create': [{ words: ['--name', 'fresh', '--public-key', PUBLIC_KEY, '--yes'] }],
  'api-key create': [{ words: ['--name', 'fresh', '--expires-at', '7d', '--save', 'secret'] }],
  'api-key revoke': [{ words: ['laptop', '--yes'] }],
};

const brought = await broughtBy<{ readonly jsonSamples: JsonSamples }>('json-samples.ts');
const samples: JsonSamples = Object.assign({}, kernel, ...brought.map(({ jsonSamples }) => jsonSamples));

const { addCommands, addWords, program, run: own } = createCommandLine();
const allOf = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(allOf)];
const nameOf = (command: Command): string =>
  command.parent?.parent == null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
let printing: readonly Command[] = [];
beforeAll(async () => {
  addCommands();
  await addWords(wordsOfResources((await own.panes()).panes));
  printing = allOf(program).filter(({ options }) => options.some(({ long }) => long === '--output'));
});

test('every command that prints rows has a sample here, and its output has the same four formats', () => {
  expect(Object.keys(samples).toSorted()).toEqual(printing.map(nameOf).toSorted());
  for (const { options } of printing) {
    const output = options.find(({ long }) => long === '--output');
    expect(output).toMatchObject({ short: '-o', argChoices: ['table', 'json', 'ndjson', 'csv'] });
    expect(options.map(({ long }) => long)).toContain('--no-headers');
  }
});

test('no command has another option for its format', () => {
  const others = allOf(program).flatMap(({ options }) =>
    options.filter(({ long, hidden }) => !hidden && /^--(?:json|format|ndjson|csv|yaml)$/.test(long ?? '')),
  );
  expect(others.map(({ long }) => long)).toEqual([]);
});

/** What a command prints in a format. */
async function printed(name: string, { words, prepare, until, code }: JsonSample, format: string): Promise<string> {
  const script = await openScript();
  const env = { ...script.market.env, ...(await prepare?.(script)) };
  const running = openProgram([...name.split(' '), ...words, '-o', format], script.home, env);
  if (until !== undefined) {
    await running.prints(until);
    await running.end('SIGTERM');
  }
  const [ended] = await running.ended;
  expect([ended, running.errors()], running.errors()).toEqual([code ?? 0, expect.anything()]);
  return running.out();
}

describe.each(
  Object.entries(samples).flatMap(([name, all]) =>
    all.map((sample) => [[name, ...sample.words].join(' '), name, sample] as const),
  ),
)('spotdeck %s', (_, name, sample) => {
  test('prints JSON of one shape: snake_case, fid and name, amounts with a currency, times in RFC 3339', async () => {
    const lines = (await printed(name, sample, 'ndjson')).trimEnd().split('\n');
    const rows = lines.map((line): unknown => JSON.parse(line));
    expect(rows).not.toEqual([]);
    for (const row of rows) expect(row).toMatchObject({ fid: isTextOrNull, name: isTextOrNull });
    expect(rows.flatMap((row) => dialectsIn(row))).toEqual([]);
    const whole: unknown = JSON.parse(await printed(name, sample, 'json'));
    expect(dialectsIn(whole)).toEqual([]);
    if (Array.isArray(whole)) expect(whole.map(Object.keys)).toEqual(rows.map((row) => Object.keys(Object(row))));
  });

  test('prints CSV with a line for each row under one of headers', async () => {
    const [headers = '', ...rows] = (await printed(name, sample, 'csv')).trimEnd().split('\r\n');
    expect(headers).toMatch(/^[a-z#]/);
    expect(rows).not.toEqual([]);
  });
});

const isTextOrNull: unknown = expect.toSatisfy((value) => value === null || typeof value === 'string');

/** What a member is called. */
const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
/** RFC 3339. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
/** Members that are times. */
const TIMES = /(?:^|_)(?:at|from|to|since|until|after|before)$/;
/** An amount as it is printed for programs, and with its currency as it is for people. */
const AMOUNT = /^-?\d+\.\d{2,6}$/;
const WITH_SIGN = /^[+-]?(?:\p{Sc}\s?\d[\d.,]*|\d[\d.,]*\s?(?:\p{Sc}|[A-Z]{3}))$/u;
/** Members that are amounts. */
const AMOUNTS = /(?:^|_)(?:price|cost|at_most|at_least|above)$/;
/** A state in the words of the service. */
const STATE = /^(?:STATUS_[A-Z_]+|[A-Z][A-Za-z ]*)$/;

/** What in a value is not of the one shape of JSON, each with the path to it. */
function dialectsIn(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item, n) => dialectsIn(item, `${path}[${n}]`));
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value);
  const currency: unknown = Object.fromEntries(members)['currency'];
  return members.flatMap(([name, member]) => [
    ...faultsOf(name, member, currency).map((fault) => `${path}.${name} ${fault}: ${JSON.stringify(member)}`),
    ...dialectsIn(member, `${path}.${name}`),
  ]);
}

function faultsOf(name: string, value: unknown, currency: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : null;
  const isAmount = text !== null && AMOUNT.test(text);
  const isScalar = value !== null && typeof value !== 'object';
  return [
    ...(SNAKE_CASE.test(name) ? [] : ['is not in snake_case']),
    ...(TIMES.test(name) && isScalar && !TIME.test(String(value)) ? ['is no time'] : []),
    ...(text !== null && /^\d{4}-\d\d-\d\d[T ]\d/.test(text) && !TIME.test(text) ? ['is not in RFC 3339'] : []),
    ...(AMOUNTS.test(name) && isScalar && !isAmount ? ['is no amount'] : []),
    ...(AMOUNTS.test(name) && Array.isArray(value) ? ['is a list of amounts'] : []),
    ...(text !== null && name !== 'currency' && WITH_SIGN.test(text) ? ['has its currency in it'] : []),
    ...(isAmount && typeof currency !== 'string' ? ['has no currency beside it'] : []),
    ...(name === 'status' && text !== null && !STATE.test(text) ? ['is no state of the service'] : []),
  ];
}
