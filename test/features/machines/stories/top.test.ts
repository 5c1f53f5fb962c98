import { describe, expect, test } from 'vitest';
import { idleBegin } from '../../../../src/features/machines/idle.ts';
import { actingIn } from '../../../attacks/harmless.ts';
import { hasSshd } from '../../../driver/sshd.ts';
import { storyClock } from '../../../driver/time.ts';
import { nvidiaSmi, TOOLS } from '../../../driver/tools.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { alteredMarket } from '../../../stories/altered.ts';
import { INSTANCES, named } from '../../../stories/service.ts';
import { openFeatureJournal } from '../open-journal.ts';
import { loginsTo, openTop } from './open-top.ts';

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
      name: 'sweep-b-0',
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
      cost_per_hour_at_most: expect.stringMatching(/^\d+\.\d\d$/),
      currency: '$',
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
