import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { program } from '../driver/built.ts';
import { openScript } from '../stories/script.ts';
import { NOTHING, openService, plainRows, type Service } from './doors.ts';
import { linesOf } from './harmless.ts';
import { openProgram, type Program, type ProgramEnd, runHere } from './program.ts';

/** Runs the program with stdout on a full disk. */
const ontoFullDisk = ({ home }: Pick<Program, 'home'>, env: object, args: readonly string[]): Promise<ProgramEnd> =>
  runHere('/bin/sh', ['-c', 'exec "$@" >/dev/full', 'sh', process.execPath, program, ...args], {
    cwd: home.folder,
    env: { ...home.env, ...env },
  });

/** Commands whose output is printed completely to stdout. */
const PRINTING: readonly (readonly string[])[] = [
  ['get', 'bids'],
  ['get', 'bids', '-o', 'csv'],
  ['get', 'bids', '-o', 'ndjson'],
  ['ssh-config'],
  ['doctor'],
  ['completion', 'bash'],
  ['config', 'example'],
  ['--version'],
  ['--help'],
];
export const PRINTERS = PRINTING.length;

/** Full disk behind `>`: always a failure, with one line that says why. */
export async function fullDisk(): Promise<void> {
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 3), instances: plainRows('instances', 3) });
  const all = openProgram(service.env);
  const ran = await Promise.all(PRINTING.map(async (args) => ({ args, ...(await ontoFullDisk(all, {}, args)) })));
  const wrong = ran.filter(({ code, err }) => code === 0 || code === null || linesOf(err).length === 0);
  expect(wrong.map(({ args, code, err }) => ({ args, code, err }))).toEqual([]);
  expect(ran.filter(({ err }) => /\n\s+at /.test(err))).toEqual([]);
}

/** A reader that closes the pipe is not a failure. */
export async function goneReader(): Promise<void> {
  const { home, run, market } = await openScript();
  expect((await run(['get', 'bids'])).code).toBe(0);
  const ran = await runHere(
    '/bin/bash',
    ['-c', 'set -o pipefail; "$0" "$@" | head -1', process.execPath, program, 'get', 'instances'],
    { cwd: home.folder, env: { ...home.env, ...market.env } },
  );
  expect({ code: ran.code, err: ran.err }).toEqual({ code: 0, err: '' });
}

type Ending = { readonly what: string; readonly pages: (service: Service) => void };

/** Ways in which a list ends before it is complete. */
const ENDINGS: readonly Ending[] = [
  {
    what: 'a cursor that comes again',
    pages: (service) => inPages(service, () => 'same'),
  },
  {
    what: 'a cursor that always goes on',
    pages: (service) => {
      let n = 0;
      inPages(service, () => String(++n));
    },
  },
  {
    what: 'rows that cannot be read',
    pages: (service) => {
      service.answer((_, response) =>
        response.end(JSON.stringify({ data: [...plainRows('bids', 2), { name: 'no identifier' }], next_cursor: null })),
      );
    },
  },
];
export const ENDING_PLACES = ENDINGS.length;

function inPages(service: Service, cursor: () => string): void {
  service.answer((request, response) => {
    const paged = (request.url ?? '').startsWith('/v2/spot/bids') || (request.url ?? '').startsWith('/v2/instances');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(paged ? { data: plainRows('bids', 2), next_cursor: cursor() } : []));
  });
}

/** A list that ended early is reported on stderr as a failure, unless `--partial` accepts it. */
export async function partLists(): Promise<void> {
  for (const { what, pages } of ENDINGS) {
    const service = await openService();
    pages(service);
    const { run } = openProgram(service.env);
    const ran = await run(['get', 'bids']);
    expect({ what, code: ran.code }).toEqual({ what, code: 1 });
    expect(linesOf(ran.err).length, what).toBeGreaterThan(0);
    const taken = await run(['get', 'bids', '--partial']);
    expect({ what, code: taken.code }).toEqual({ what, code: 0 });
    expect(linesOf(taken.out).length, what).toBeGreaterThanOrEqual(3);
  }
}

/** Secret that is sent only once, where no file can be written. */
export async function secretsOnFullDisk(): Promise<void> {
  const service = await openService();
  service.answer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const made = request.method === 'POST';
    response
      .writeHead(made ? 201 : 200)
      .end(made ? '{"fid":"fkey_1","name":"made","secret":"fkey_secret_of_the_service"}' : '[]');
  });
  const all = openProgram(service.env);
  const create = ['api-key', 'create', '--name', 'made', '--expires-at', '30d'];
  const shown = await ontoFullDisk(all, {}, [...create, '--show-secret']);
  expect(shown.code).not.toBe(0);
  expect(linesOf(shown.err).length).toBeGreaterThan(0);
  const before = service.asked().filter((one) => one.startsWith('POST')).length;
  // Limits the file size to zero, like a full disk, for this process alone.
  const file = join(all.home.folder, 'secret.token');
  const saved = await runHere(
    '/bin/bash',
    ['-c', 'trap "" XFSZ; ulimit -f 0; exec "$@"', 'bash', process.execPath, program, ...create, '--save', file],
    { cwd: all.home.folder, env: all.home.env },
  );
  expect(saved.code).not.toBe(0);
  expect(service.asked().filter((one) => one.startsWith('POST'))).toHaveLength(before);
  expect(existsSync(file)).toBe(false);
}
