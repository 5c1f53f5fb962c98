import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openInTerminal } from '../../../driver/console.ts';
import { asked, BIDS, named, VOLUMES } from '../../../stories/service.ts';
import { NEW_BID, operator } from './fleet-file.ts';

test('a fleet is exported, changed in the file, compared and applied; what was not in the file stays', async () => {
  const { run, exported, edit, write, evidence, market } = await operator();
  const text = await exported();
  expect(await run(['diff', 'fleet.toml'])).toEqual({ code: 0, out: '', err: '' });
  expect(await run(['apply', 'fleet.toml'])).toEqual({ code: 0, out: 'Nothing to do.\n', err: '' });

  write(text + NEW_BID);
  edit('limit_price = "$1.35"\nvolumes = ["renders"]', 'limit_price = "$1.50"\nvolumes = ["renders"]');
  edit('name = "gpu-ci"', 'name = "gpu-ci-2"');
  const diff = await run(['diff', 'fleet.toml']);
  expect(diff).toMatchObject({ code: 1, err: '' });
  expect(diff.out).toMatch(/^\+ volume fresh-disk {2}10 GB in us-east1-b {2}\(line \d+\)$/m);
  expect(diff.out).toMatch(
    /^\+ bid fresh {2}1xl40s\.us-east1-b in us-east1-b, \$1\.40\/h at most, paused {2}\(line \d+\)$/m,
  );
  expect(diff.out).toMatch(
    /^~ bid render {2}limit_price \$1\.35 -> \$1\.50; 3 x \$1\.50 = \$4\.50\/h at most {2}\(line \d+\)$/m,
  );
  expect(diff.out).toMatch(/^\? bid gpu-ci {2}is not in the file$/m);
  expect(evidence.writes()).toEqual([]);

  const unasked = await run(['apply', 'fleet.toml']);
  expect(unasked.code).toBe(2);
  expect(unasked.err).toContain('There is no terminal to ask on. Use --yes to confirm.');
  expect(evidence.writes()).toEqual([]);
  const applied = await run(['apply', 'fleet.toml', '--yes']);
  expect(applied).toMatchObject({ code: 0, err: '' });
  expect(applied.out).toContain('Changed render.');
  expect(applied.out).toMatch(/Placed fresh\. Its identifier is bid_\w+\.\nPaused fresh\.\n/);
  expect(applied.out).toMatch(/Done: 4 changes\.\n$/);
  expect(evidence.writes().map(({ method, path }) => `${method} ${path.replace(/bid_\w+/, 'BID')}`)).toEqual([
    'POST /v2/volumes',
    'PATCH /v2/spot/bids/BID',
    'POST /v2/spot/bids',
    'POST /v2/spot/bids',
    'PATCH /v2/spot/bids/BID',
  ]);
  expect((await named(market, BIDS, 'fresh'))?.['status']).toBe('Paused');
  expect((await named(market, BIDS, 'gpu-ci'))?.['status']).not.toBe('Terminated');
  expect(await run(['diff', 'fleet.toml'])).toMatchObject({ code: 1, out: '? bid gpu-ci  is not in the file\n' });
});

test('what can not be changed is replaced only with --replace, and what is not in the file ends only with --prune', async () => {
  const { run, exported, edit, market } = await operator();
  await exported();
  edit('name = "render"', 'name = "render-2"');
  edit('name = "train-llama-eu"', 'name = "train-llama-eu"\nkubernetes_cluster = "k8s-7"');
  const old = await named(market, BIDS, 'train-llama-eu');
  const held = await run(['apply', 'fleet.toml', '--yes']);
  expect(held).toMatchObject({
    code: 1,
    err: expect.stringMatching(/\nSome bids have to be replaced, which was not done: give --replace\.\n$/),
  });
  expect(held.out).toContain('only with --replace');
  expect((await named(market, BIDS, 'train-llama-eu'))?.['fid']).toBe(old?.['fid']);
  const done = await run(['apply', 'fleet.toml', '--yes', '--replace', '--prune']);
  expect(done).toMatchObject({ code: 0, err: 'Apply 2 changes to proj_demo:\n3 instances stop.\n' });
  const placed = done.out.indexOf('Placed train-llama-eu.');
  expect(placed).toBeGreaterThan(0);
  expect(done.out.indexOf('Cancelled train-llama-eu.')).toBeGreaterThan(placed);
  expect(done.out.indexOf('Cancelled render.')).toBeGreaterThan(placed);
  expect(await run(['diff', 'fleet.toml'])).toEqual({ code: 0, out: '', err: '' });
});

test('the dry run prints the requests and sends none, also where all is read-only; there nothing is applied', async () => {
  const { run, exported, write, evidence } = await operator();
  write((await exported()) + NEW_BID);
  const dry = await run(['apply', 'fleet.toml', '--dry-run', '--read-only']);
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toMatch(/^POST http:\S+\/v2\/volumes$/m);
  expect(dry.out).toContain('"<fresh-disk>"');
  expect(dry.out).toMatch(/Then fresh is paused\.\n$/);
  const refused = await run(['apply', 'fleet.toml', '--yes', '--read-only']);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('Read-only: nothing was sent.');
  expect(evidence.writes()).toEqual([]);
});

test('apply asks on a terminal: the count is typed where instances stop, in production the project, too', async () => {
  const { evidence, exported, edit, home, market } = await operator();
  await exported();
  edit('name = "pretrain-b200"', 'name = "pretrain-b200"\npaused = true');
  const open = (env: Readonly<Record<string, string>> = {}) =>
    openInTerminal(['apply', join(home.folder, 'fleet.toml')], { env: { ...evidence.env, ...env }, columns: 120 });
  const first = open();
  await first.see('Apply 1 change to proj_demo:');
  await first.see(/^4 instances stop\./);
  await first.see('Type 1 to confirm:');
  first.type('y\r');
  await first.see('Nothing was done.');
  await first.ended();
  const second = open({ SPOTDECK_PRODUCTION: 'true' });
  await second.see('Type 1 proj_demo to confirm:');
  expect(evidence.writes()).toEqual([]);
  second.type('1 proj_demo\r');
  await second.see('Done: 1 change.');
  await second.ended();
  expect((await named(market, BIDS, 'pretrain-b200'))?.['status']).toBe('Paused');
});

test('what somebody else changes while apply asks is seen before anything is sent', async () => {
  const { evidence, exported, edit, home, market } = await operator();
  await exported();
  edit('name = "pretrain-b200"', 'name = "pretrain-b200"\npaused = true');
  const terminal = openInTerminal(['apply', join(home.folder, 'fleet.toml')], { env: evidence.env, columns: 120 });
  await terminal.see('Type 1 to confirm:');
  const bid = await named(market, BIDS, 'render');
  const changed = await fetch(`${market.origin}/v2/spot/bids/${String(bid?.['fid'])}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${market.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ limit_price: '$1.50' }),
  });
  expect(changed.status).toBe(200);
  terminal.type('1\r');
  await terminal.see('The project has changed since its differences were shown, so nothing was sent.');
  expect((await terminal.ended()).code).toBe(1);
  expect(evidence.writes()).toEqual([]);
});

describe('a connection that breaks', () => {
  test.each(['after', 'before'] as const)(
    '%s a bid was placed is looked into, and the next run places none twice',
    async (when) => {
      const { run, exported, write, evidence, market } = await operator();
      write(
        (await exported()) + NEW_BID.replace('volumes = ["fresh-disk"]\n', '').replace(/\[\[volumes\]\][\s\S]*/, ''),
      );
      evidence.cutNext(when);
      const cut = await run(['apply', 'fleet.toml', '--yes']);
      expect(cut.err).toMatch(/^fleet\.toml, line \d+: Place fresh: /);
      if (when === 'after') {
        expect(cut).toMatchObject({
          code: 0,
          err: expect.stringContaining('It is looked for in the list.'),
        });
        expect(cut.out).toMatch(/^The list shows that fresh was placed\. Its identifier is bid_\w+\.$/m);
        expect(cut.out).toContain('Paused fresh.');
      } else {
        expect(cut.err).toContain('The list has no new bid with the name fresh. So it was not carried out.');
        expect(cut).toMatchObject({
          code: 4,
          err: expect.stringContaining('0 of 1 change done. Run it again to go on.'),
        });
        expect((await run(['apply', 'fleet.toml', '--yes'])).code).toBe(0);
      }
      expect(await run(['diff', 'fleet.toml'])).toEqual({ code: 0, out: '', err: '' });
      expect((await asked(market, BIDS)).filter(({ name }) => name === 'fresh')).toHaveLength(1);
    },
  );
});

test('what the service refuses is said with its line; what needs it is not sent, and the rest is', async () => {
  const { run, exported, write, market } = await operator();
  write(
    (await exported()) +
      NEW_BID.replaceAll('us-east1-b', 'us-nowhere').replace('1xl40s.us-nowhere', '1xl40s.us-east1-b'),
  );
  const { code, err, out } = await run(['apply', 'fleet.toml', '--yes']);
  expect(code).toBe(1);
  expect(err).toMatch(/^fleet\.toml, line \d+: Could not create fresh-disk: /m);
  expect(err).toMatch(/^fleet\.toml, line \d+: fresh was not placed: it needs a volume that was not created\.$/m);
  expect(err).toMatch(/0 of 2 changes done\. Run it again to go on\.\n$/);
  expect(out).not.toContain('Done');
  expect(await named(market, VOLUMES, 'fresh-disk')).toBeUndefined();
});

test('scripts go to files of their own, which only the owner can read, and come back from there', async () => {
  const { run, home, write } = await operator();
  const { code, out } = await run(['export', '--scripts', 'scripts']);
  expect(code).toBe(0);
  expect(out).toContain('startup_script_file = "scripts/train-llama.sh"\n');
  // Short scripts stay.
  expect(out).toContain('wandb agent');
  expect(out).not.toContain('torchrun');
  const script = join(home.folder, 'scripts/train-llama.sh');
  expect(statSync(script).mode & 0o777).toBe(0o600);
  expect(readFileSync(script, 'utf8')).toContain('torchrun');
  write(out);
  expect(await run(['diff', 'fleet.toml'])).toEqual({ code: 0, out: '', err: '' });
  expect((await run(['export', '--scripts', 'scripts'])).out).toBe(out);
  writeFileSync(script, 'echo other\n');
  expect((await run(['diff', 'fleet.toml'])).out).toContain('startup_script 4 lines -> 1 line');
  expect(await run(['export', '--scripts', 'scripts'])).toMatchObject({ code: 1, out: '' });
  for (const folder of ['.', '..', '../x', '/tmp/x'])
    expect(await run(['export', '--scripts', folder])).toMatchObject({ code: 2, out: '' });
});

test('a filter exports bids with their volumes, and says that it is a part', async () => {
  const { exported, run } = await operator();
  const out = await exported('--filter', 'name:render');
  expect(out).toContain('# Only a part: bids that match name:render. Never apply it with --prune.\n');
  expect(out.match(/^name = .*$/gm)).toEqual(['name = "renders"', 'name = "render"']);
  expect(await run(['export', '--filter', 'nope:x'])).toMatchObject({ code: 2, out: '' });
});

test('a file of another project, a folder and broken TOML end with 2, without a request that changes anything', async () => {
  const { run, exported, edit, write, evidence, home } = await operator();
  await exported();
  edit('project = "proj_demo"', 'project = "proj_other"');
  expect(await run(['apply', 'fleet.toml', '--yes'])).toEqual({
    code: 2,
    out: '',
    err: 'fleet.toml, line 2: the file is for the project proj_other, and proj_demo is set.\nGive --project proj_other, or change the line.\n',
  });
  write('[[bids]\n');
  const broken = await run(['diff', 'fleet.toml']);
  expect(broken).toMatchObject({ code: 2, out: '' });
  expect(broken.err).toMatch(/^fleet\.toml, line 1, column \d+: /);
  mkdirSync(join(home.folder, 'folder'));
  expect((await run(['diff', 'folder'])).err).toMatch(/can't be read: it is a folder\.\n$/);
  expect(evidence.writes()).toEqual([]);
});

test('a diff without a service or a valid token ends with more than 1, which would say that something differs', async () => {
  const { run, exported } = await operator();
  await exported();
  expect((await run(['diff', 'fleet.toml'], { SPOTDECK_TOKEN: 'wrong' })).code).toBe(3);
  expect((await run(['diff', 'fleet.toml'], { SPOTDECK_BASE_URL: 'http://127.0.0.1:1' })).code).toBe(4);
  const json = await run(['diff', 'fleet.toml', '-o', 'json']);
  expect([json.code, JSON.parse(json.out)]).toMatchObject([0, { changes: [], problems: [] }]);
});

test('names after the file choose what is compared and applied, and are completed', async () => {
  const { run, exported, edit, evidence } = await operator();
  await exported();
  edit('limit_price = "$1.75"', 'limit_price = "$1.80"');
  edit('name = "gpu-ci"', 'name = "gpu-ci-2"');
  const diff = await run(['diff', 'fleet.toml', 'notebooks', 'render']);
  expect(diff.code).toBe(1);
  expect(diff.out).toMatch(
    /^~ bid notebooks {2}limit_price \$1\.75 -> \$1\.80; [^\n]+\nMax cost if all filled: [^\n]+\n$/,
  );
  expect(await run(['diff', 'fleet.toml', 'render'])).toEqual({ code: 0, out: '', err: '' });
  expect(await run(['diff', 'fleet.toml', 'notebook'])).toEqual({
    code: 2,
    out: '',
    err: 'Neither fleet.toml nor the project has a bid or volume notebook.\nDid you mean notebooks?\n',
  });
  const applied = await run(['apply', 'fleet.toml', 'notebooks', '--yes']);
  expect([applied.code, applied.err]).toEqual([0, '']);
  expect(evidence.writes()).toHaveLength(1);
  expect((await run(['complete', '--', 'apply', 'fleet.toml', 'gpu'])).out).toBe('gpu-ci\n');
  expect((await run(['complete', '--', 'diff', 'fleet.toml', 'notebooks', 'scr'])).out).toBe('scratch\n');
  // The shell completes file names.
  expect((await run(['complete', '--', 'diff', ''])).out).toBe('');
});
