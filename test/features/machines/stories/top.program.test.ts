import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { idleBegin } from '../../../../src/features/machines/idle.ts';
import { actingIn } from '../../../attacks/harmless.ts';
import { node, program } from '../../../driver/built.ts';
import { closeAfterTest, openMarket } from '../../../driver/console.ts';
import { freshHome, type Variables } from '../../../driver/environment.ts';
import { type Machine, openMachine } from '../../../driver/machine.ts';
import { processes } from '../../../driver/processes.ts';
import { hasSshd } from '../../../driver/sshd.ts';
import { openTerminal } from '../../../driver/terminal.ts';
import { soon, storyClock } from '../../../driver/time.ts';
import { nvidiaSmi, TOOLS } from '../../../driver/tools.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { alteredMarket } from '../../../stories/altered.ts';
import { openScript } from '../../../stories/script.ts';
import { INSTANCES, named, STILL } from '../../../stories/service.ts';
import { openFeatureJournal } from '../open-journal.ts';

/** A script at a market whose instances are a machine. */
async function openTop(tool = TOOLS.steady) {
  const machine = await openMachine({ 'nvidia-smi': tool });
  const script = await openScript(await openMarket({ ...STILL, sshDestination: machine.destination }));
  const env = { SPOTDECK_SSH_OPTIONS: JSON.stringify(machine.options) };
  return {
    machine,
    market: script.market,
    env,
    top: (args: readonly string[], more: Variables = {}) => script.run(['top', ...args], { ...env, ...more }),
  };
}

/** The clients of a machine that run. */
const loginsTo = ({ folder }: Pick<Machine, 'folder'>): readonly string[] =>
  processes().flatMap(({ command }) => (command.startsWith('ssh ') && command.includes(folder) ? [command] : []));

const objects = (out: string): readonly Record<string, unknown>[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe.skipIf(!hasSshd)('spotdeck top', () => {
  test('prints a line for each GPU of the machines of a bid, and leaves no login behind', async () => {
    const { top, machine } = await openTop();
    const { code, out, err } = await top(['sweep-b']);
    expect([code, err]).toEqual([0, '']);
    const [header, ...lines] = out.trimEnd().split('\n');
    expect(header).toMatch(/^MACHINE .*GPU/);
    expect(lines).toHaveLength(16);
    for (const line of lines) expect(line).toMatch(/^sweep-b-[01] .*97%/);
    expect(loginsTo(machine)).toEqual([]);
  });

  test('prints an object for each GPU with units in the names', async () => {
    const { top } = await openTop(TOOLS.idle);
    const { code, out } = await top(['sweep-b-0', '-o', 'ndjson']);
    expect(code).toBe(0);
    expect(objects(out)[0]).toMatchObject({
      machine: 'sweep-b-0',
      bid_name: 'sweep-b',
      gpu: 0,
      gpu_name: 'NVIDIA H100 80GB HBM3',
      simulated: false,
      utilization_percent: 0,
      memory_used_bytes: 4 * 1024 ** 2,
      memory_total_bytes: 81_559 * 1024 ** 2,
      temperature_celsius: 31,
      power_watts: 68.2,
      processes: [],
      problem: null,
      at: expect.stringMatching(/Z$/),
      idle_since: expect.stringMatching(/Z$/),
      processors: expect.any(Number),
      host_memory_total_bytes: expect.any(Number),
      disk_total_bytes: expect.any(Number),
      load_average: [expect.any(Number), expect.any(Number), expect.any(Number)],
      cost_per_hour_at_most: expect.stringMatching(/^\$\d/),
    });
    const json = await top(['sweep-b-0', '-o', 'json']);
    expect(JSON.parse(json.out)).toHaveLength(1);
  });

  test('says since when a machine idles as the journal knows it', async () => {
    const { top, market } = await openTop(TOOLS.idle);
    const path = newPath();
    const { now } = storyClock();
    const journal = openFeatureJournal(path, now);
    const fid = String((await named(market, INSTANCES, 'sweep-b-0'))?.['fid']);
    const since = now() - 3_600_000;
    const subject = { fid, name: 'sweep-b-0', bid: null, bidName: null };
    const idle = { since, seenAt: since, gpus: 1, utilization: 0, costPerHour: null, simulated: false };
    const scope = { service: market.origin, project: 'proj_demo' };
    journal.recordIdleness(scope, [{ change: idleBegin(subject, idle), at: since, since: null }]);
    // A console has read it until a minute ago.
    for (let at = since; at < now() - 60_000; at += 600_000) journal.recordSeenIdle(scope, new Map([[fid, at]]));
    journal.recordSeenIdle(scope, new Map([[fid, now() - 60_000]]));
    journal.close();
    const { out } = await top(['sweep-b', '-o', 'ndjson'], { SPOTDECK_JOURNAL: path });
    const [first, second] = objects(out);
    expect(first?.['idle_since']).toBe(new Date(since).toISOString());
    expect(Date.parse(String(second?.['idle_since']))).toBeGreaterThan(since + 3_500_000);
  });

  test('filters and sorts by the columns of the pane', async () => {
    const gpus = [5, 80, 40].map((utilization) => ({ utilization }));
    const { top } = await openTop(nvidiaSmi(gpus));
    const { out } = await top(['sweep-b-0', '-o', 'ndjson', '--filter', 'gpu>10', '--sort', '-gpu']);
    expect(objects(out).map((gpu) => gpu['utilization_percent'])).toEqual([80, 40]);
  });

  test('ends with 0 when some can be read, says how many not and what to do; with 1 when none', async () => {
    const { top, market, env } = await openTop();
    const { env: altered } = await alteredMarket(market, (row) =>
      row['name'] === 'sweep-b-1' ? { ...row, ssh_destination: '127.0.0.1:1' } : row,
    );
    const some = await top(['sweep-b'], altered);
    expect(some).toMatchObject({
      code: 0,
      err: 'sweep-b-1: refused. Its SSH port refuses connections.\n1 of 2 machines could not be read.\n',
    });
    expect(some.out).toMatch(/^sweep-b-1 /m);
    const none = await top(['sweep-b-1', '-o', 'ndjson'], { ...env, ...altered });
    expect(none).toMatchObject({ code: 1, err: 'sweep-b-1: refused. Its SSH port refuses connections.\n' });
    expect(objects(none.out)[0]).toMatchObject({ gpu: null, at: null, problem: { kind: 'refused', word: 'refused' } });
  });

  test('ends with 1 when the GPUs of none can be read, and with 0 when machines have no GPU', async () => {
    const { top, machine } = await openTop(TOOLS.driver);
    expect(await top(['sweep-b-0'])).toMatchObject({ code: 1, err: expect.stringMatching(/^sweep-b-0: driver\. /) });
    machine.tool('nvidia-smi', null);
    expect(await top(['sweep-b-0'])).toMatchObject({ code: 0, err: expect.stringMatching(/^sweep-b-0: no gpu\. /) });
  });

  test('says which named instances do not run, and prints nothing but the header where nothing runs', async () => {
    const { top, market } = await openTop();
    expect(await top(['distill-0'])).toMatchObject({ code: 1, err: 'distill-0 is not running: it is paused.\n' });
    expect(await top(['distill'])).toMatchObject({ code: 1, err: 'No instance of distill runs.\n' });
    const { env } = await alteredMarket(market, (row) =>
      'ssh_destination' in row ? { ...row, status: 'STATUS_PAUSED' } : row,
    );
    expect(await top([], env)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^MACHINE.*\n$/),
      err: 'No instance runs.\n',
    });
    expect(await top(['-o', 'json'], env)).toMatchObject({ code: 0, out: '[]\n' });
  });

  test('refuses a name that a bid and an instance of another bid have, and takes identifiers', async () => {
    const { top, market } = await openTop();
    const { env } = await alteredMarket(market, (row) =>
      row['name'] === 'sweep-b-1' ? { ...row, name: 'render' } : row,
    );
    const refused = await top(['render'], env);
    expect(refused).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^2 bids and instances are named render\.\nGive an identifier: /),
    });
    const instance = /, (\S+)\.\n/.exec(refused.err)?.[1] ?? '';
    const { code, out } = await top([instance, '-o', 'ndjson'], env);
    expect([code, objects(out).length]).toEqual([0, 8]);
  });

  test('prints hostile names of machines and processes harmlessly in every format', async () => {
    const evil = '=cmd|calc\u001b]0;owned\u0007\u202e,"x"';
    const gpu = { utilization: 50, name: evil.replaceAll(',', ';'), processes: [{ pid: 7, name: evil, memory: 10 }] };
    const { top, market } = await openTop(nvidiaSmi([gpu]));
    const { env } = await alteredMarket(market, (row) => (row['name'] === 'sweep-b-0' ? { ...row, name: evil } : row));
    const fid = String((await named(market, INSTANCES, 'sweep-b-0'))?.['fid']);
    for (const format of ['table', 'json', 'ndjson', 'csv']) {
      const { code, out, err } = await top([fid, '-o', format], env);
      expect([code, err], format).toEqual([0, '']);
      expect(actingIn((out + err).replaceAll('\r\n', '\n')), format).toEqual([]);
      expect(out.trimEnd().split('\n').length, format).toBeGreaterThanOrEqual(format === 'ndjson' ? 1 : 2);
      if (format === 'csv') expect(out.split('\r\n')[1]).toMatch(/^"?'=cmd/);
    }
  });
});

/** Starts `spotdeck top --watch` with its output in a pipe. */
function watching({ market, machine, env }: Awaited<ReturnType<typeof openTop>>, ...args: readonly string[]) {
  const variables = { ...freshHome().env, ...market.env, ...env, SPOTDECK_MACHINES_INTERVAL: '1' };
  const child = spawn(node, [program, 'top', ...args], { env: variables, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { done, value } = await lines.next();
    return done === true ? '' : value;
  };
  return { child, next, logins: () => loginsTo(machine) };
}

const ends = async (child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> => {
  child.kill(signal);
  return once(child, 'exit');
};

describe.skipIf(!hasSshd)('spotdeck top --watch', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'without --watch leaves no login behind on %s either',
    async (signal) => {
      const { child, logins } = watching(await openTop(TOOLS.hanging), 'sweep-b-0');
      await soon(() => expect(logins()).toHaveLength(1));
      expect(await ends(child, signal)).not.toEqual([0, null]);
      await soon(() => expect(logins()).toEqual([]), 10_000);
    },
  );

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints each sample as it comes as NDJSON, and leaves no login behind on %s',
    async (signal) => {
      const opened = await openTop(TOOLS.idle);
      const { child, next, logins } = watching(opened, 'sweep-b-0', '--watch', '-o', 'ndjson');
      const [first, second] = [JSON.parse(await next()), JSON.parse(await next())];
      expect([first.utilization_percent, second.machine]).toEqual([0, 'sweep-b-0']);
      expect(Date.parse(second.at)).toBeGreaterThan(Date.parse(first.at));
      expect(second.idle_since).toBe(first.idle_since);
      expect(logins()).toHaveLength(1);
      expect(await ends(child, signal)).toEqual([0, null]);
      await soon(() => expect(logins()).toEqual([]), 10_000);
    },
  );

  test('prints a table at each interval into a pipe', async () => {
    const { child, next } = watching(await openTop(TOOLS.idle), 'sweep-b-0', '--watch');
    const lines = [];
    for (let n = 0; n < 7; n += 1) lines.push(await next());
    expect(lines.filter((line) => line.startsWith('MACHINE'))).toHaveLength(2);
    expect(lines[3]).toBe('');
    expect(await ends(child, 'SIGINT')).toEqual([0, null]);
  });

  test('draws one table in place on a terminal, leaves the terminal as it was, and ends with 0 on Ctrl-C', async () => {
    const { market, machine, env } = await openTop(TOOLS.steady);
    const script =
      'trap : INT; stty -g >before; "$0" "$@"; echo "code $?"; stty -g >after; cmp before after && echo same';
    const terminal = openTerminal({
      command: 'sh',
      args: ['-c', script, node, program, 'top', 'sweep-b-0', '--watch'],
      env: { ...market.env, ...env, SPOTDECK_MACHINES_INTERVAL: '1' },
    });
    closeAfterTest(terminal);
    const shown = (): string => terminal.screen().join('\n');
    const clock = (): string => /\d\d:\d\d:\d\d(?= {2}1 of 1 machines read)/.exec(shown())?.[0] ?? '';
    await terminal.see('1 of 1 machines read');
    const first = clock();
    await soon(() => expect(['', first]).not.toContain(clock()));
    expect(shown().match(/MACHINE/g)).toHaveLength(1);
    expect(shown().match(/sweep-b-0/g)).toHaveLength(8);
    terminal.resize(40, 8);
    await terminal.see('4 more lines: --filter shows fewer.');
    expect(shown().match(/sweep-b-0/g)?.length).toBeLessThan(8);
    const escapes = new Set(
      terminal
        .raw()
        .split('\u001b')
        .slice(1)
        .map((text) => text.replace(/^(\[)\d*([A-Za-z]).*/s, '$1$2')),
    );
    expect([...escapes].toSorted()).toEqual(['[A', '[H', '[J', '[K']);
    terminal.type('\u0003');
    await terminal.see('code 0');
    await terminal.see('same');
    expect(terminal.modes().changed).toEqual([]);
    expect(loginsTo(machine)).toEqual([]);
  });
});
