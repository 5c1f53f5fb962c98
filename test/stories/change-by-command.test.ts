import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseVariants } from '../../src/market/variants.ts';
import { openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { multiProjectService } from './multi-project-service.ts';
import { openScript, type Script } from './script.ts';
import { API_KEYS, asked, BIDS, named, STILL, VOLUMES } from './service.ts';

const PLACE = [...'--name night --type 1xl40s.eu-north1-a --region eu-north1-a --quantity 1 --price 2'.split(' ')];

const status = async ({ market }: Script, name: string): Promise<unknown> =>
  (await named(market, BIDS, name))?.['status'];

describe('bids from a script', () => {
  test('are paused and resumed by name, several at once, and each is reported', async () => {
    const script = await openScript();
    expect(await script.run(['bid', 'pause', 'render', 'sweep-a'])).toEqual({
      code: 0,
      out: 'Paused render.\nPaused sweep-a.\n',
      err: '',
    });
    expect(await status(script, 'render')).toBe('Paused');
    expect((await script.run(['bid', 'resume', 'render'])).out).toBe('Resumed render.\n');
    expect(await status(script, 'render')).not.toBe('Paused');
  });

  test('that a resume brings over the budget are resumed, and stderr says how far; a mistyped name is answered with the nearest', async () => {
    const script = await openScript();
    await script.run(['bid', 'pause', 'render']);
    const resumed = await script.run(['bid', 'resume', 'render', '--budget-per-hour', '10']);
    expect(resumed).toMatchObject({ code: 0, out: 'Resumed render.\n' });
    expect(resumed.err).toMatch(
      /^Resumed and filled, running and open bids are over the budget of \$10\.00\/h \(\d+ % -> \d+ %\)\.\n$/,
    );
    const mistyped = await script.run(['bid', 'pause', 'train-lama']);
    expect(mistyped.code).not.toBe(0);
    expect(mistyped.err).toMatch(/train-llama/);
  });

  test('are placed with names for keys and volumes; a file gives what the options do not', async () => {
    const script = await openScript();
    const file = join(script.home.folder, 'bid.toml');
    writeFileSync(
      file,
      'name = "from-file"\ninstance_type = "1xl40s.eu-north1-a"\nregion = "eu-north1-a"\ninstance_quantity = 2\nlimit_price = "$1.50"\n\n[launch_specification]\nssh_keys = ["ops", "laptop"]\nstartup_script = "echo hello"\n',
    );
    const { code, out, err } = await script.run(['bid', 'place', '--from-file', file, '--price', '2']);
    expect([code, err]).toEqual([0, '$2.00 x 2 = $4.00 /h at most\nMax cost if all filled: $674.10 -> $678.10 /h\n']);
    expect(out).toMatch(/^Placed from-file\. Its identifier is bid_\w+\.\n$/);
    expect(await named(script.market, BIDS, 'from-file')).toMatchObject({
      limit_price: '$2.00',
      instance_quantity: 2,
      launch_specification: { ssh_keys: [expect.any(String), expect.any(String)], startup_script: 'echo hello' },
    });
  });

  test('with invalid values are refused option by option, before anything is sent', async () => {
    const script = await openScript();
    const before = await asked(script.market, BIDS);
    const refused = await script.run(['bid', 'place', ...PLACE, '--quantity', 'many', '--price', 'dear']);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('--limit-price: Give a price like');
    expect(refused.err).toContain('--instance-quantity: Give a whole number');
    expect(await script.run(['bid', 'place', ...PLACE, '--keys', 'nobody'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--ssh-keys: nothing is named nobody\.\nThere are: /),
    });
    expect(await asked(script.market, BIDS)).toEqual(before);
  });

  test('wait for an allocation with --wait, up to its timeout', async () => {
    const script = await openScript();
    const { code, err } = await script.run(['bid', 'place', ...PLACE, '--wait', '--wait-timeout', '1s']);
    expect(code).toBe(1);
    expect(err).toContain('night: open\n');
    expect(err).toContain('Timed out. The bid is unchanged.');
  });

  test('a price of ten times the old one or more, and a change without undo, require --yes without a terminal', async () => {
    const script = await openScript();
    const dear = await script.run(['bid', 'update', 'render', '--price', '99']);
    expect(dear).toMatchObject({ code: 2, err: expect.stringContaining('ten times the old price') });
    const cancel = await script.run(['bid', 'cancel', 'render']);
    expect(cancel).toMatchObject({ code: 2, out: '' });
    expect(cancel.err).toMatch(
      /^Cancel the bid render:[\s\S]*There is no terminal to ask on\. Use --yes to confirm\.\n$/,
    );
    expect(await status(script, 'render')).toBe('Allocated');
    expect(await script.run(['bid', 'cancel', 'render', '--yes'])).toEqual({
      code: 0,
      out: 'Cancelled render.\n',
      err: expect.stringMatching(/^Cancel the bid render:\n[\s\S]*stop/),
    });
    expect(await status(script, 'render')).not.toBe('Allocated');
  });

  test('a price in a currency that does not exist is refused, with --yes too', async () => {
    const script = await openScript();
    const before = await asked(script.market, BIDS);
    for (const args of [
      ...['10%', '5x', '１.5'].map((price) => ['bid', 'place', ...PLACE.slice(0, -2), '--price', price, '--yes']),
      ...['~5', '0.9c', '5 EUR'].map((price) => ['bid', 'update', 'render', '--limit-price', price]),
    ])
      expect(await script.run(args), args.join(' ')).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('--limit-price: Give a price like 2.50'),
      });
    const prices = (bids: typeof before): readonly unknown[] => bids.map((bid) => bid['limit_price']);
    expect(prices(await asked(script.market, BIDS))).toEqual(prices(before));
  });

  test('a bid that goes over the budget requires --yes without a terminal, and is placed with it', async () => {
    const script = await openScript();
    const budget = ['--budget-per-hour', '675'];
    const refused = await script.run(['bid', 'place', ...PLACE, ...budget]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('With it running and open bids cost up to $676.10 /h, over the budget of $675.00.');
    expect(await named(script.market, BIDS, 'night')).toBeUndefined();
    const { code, out } = await script.run(['bid', 'place', ...PLACE, ...budget, '--yes']);
    expect([code, out]).toEqual([0, expect.stringContaining('Placed night.')]);
    expect(await named(script.market, BIDS, 'night')).toBeDefined();
  });

  test('a change that is already made is reported without failure: a script can run twice', async () => {
    const script = await openScript();
    const fid = (await named(script.market, BIDS, 'eval-old'))?.['fid'];
    expect(await script.run(['bid', 'pause', 'distill'])).toEqual({
      code: 0,
      out: 'distill is paused already.\n',
      err: '',
    });
    expect(await script.run(['bid', 'pause', 'distill', 'render'])).toEqual({
      code: 0,
      out: 'distill is paused already.\nPaused render.\n',
      err: '',
    });
    expect(await script.run(['bid', 'resume', 'sweep-a'])).toEqual({
      code: 0,
      out: 'sweep-a is not paused.\n',
      err: '',
    });
    expect(await script.run(['bid', 'cancel', String(fid)])).toEqual({
      code: 0,
      out: 'eval-old has ended already.\n',
      err: '',
    });
    expect((await script.run(['bid', 'pause', 'eval-old'])).code).toBe(1);
    await script.run(['bid', 'pause', '--set', 'night', 'distill', 'sweep-a']);
    expect((await script.run(['bid', 'resume', '--set', 'night'])).out).toBe('Resumed sweep-a.\n');
    expect(await status(script, 'distill')).toBe('Paused');
  });

  test('an unknown name changes nothing, not even the other named rows', async () => {
    const script = await openScript();
    expect((await script.run(['bid', 'pause', 'render', 'nope'])).code).toBe(2);
    expect(await status(script, 'render')).toBe('Allocated');
  });

  test('--dry-run prints the request and sends none, --read-only sends none', async () => {
    const script = await openScript();
    const { out } = await script.run(['bid', 'pause', 'render', '--dry-run']);
    expect(out).toMatch(/^PATCH http:\/\/127\.0\.0\.1:\d+\/v2\/spot\/bids\/bid_\w+\n\{\n {2}"paused": true\n\}\n$/);
    expect(await script.run(['bid', 'pause', 'render', '--read-only'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Read-only: nothing was sent\./),
    });
    const dry = await script.run(['bid', 'pause', 'render', '--dry-run', '--read-only']);
    expect(dry).toMatchObject({ code: 0, out: expect.stringMatching(/^PATCH /) });
    expect(dry.err).toMatch(/^Read-only: without --dry-run it is refused\. .*--read-only/);
    expect(await status(script, 'render')).toBe('Allocated');
  });

  test('an API key that never expires is sent as such, and the service decides', async () => {
    const create = ['api-key', 'create', '--name', 'ever', '--expires', 'never', '--show-secret', '--yes'];
    const dry = await (await openScript()).run([...create, '--dry-run']);
    expect(dry.out).toContain('"expires_at": null');
    const codes: (number | null)[] = [];
    for (const reading of ['expires-null=422', 'expires-null=allowed']) {
      const script = await openScript(await openMarket({ ...STILL, variants: parseVariants(reading) }));
      const made = await script.run(create);
      codes.push(made.code);
      expect(made.err, reading).toMatch(reading.endsWith('allowed') ? /^$/ : /expires/);
    }
    expect(codes).toEqual([1, 0]);
  });

  test('a change without a response ends with 4, is looked for in the list, and is sent once', async () => {
    const script = await openScript();
    let changes = 0;
    const { origin } = await multiProjectService([script.market], async () => {
      changes += 1;
      // The service carries it out, and its response is lost.
      await new Promise(() => undefined);
    });
    const env = { ...script.market.env, SPOTDECK_BASE_URL: origin };
    const { code, out, err } = await script.run(['bid', 'pause', 'render', '--timeout', '1'], env);
    expect([code, out]).toEqual([4, '']);
    expect(err).toContain('Pause render: The service did not answer within 1 s');
    expect(err).toContain('The outcome is unknown, so it is not sent again. It is looked for in the list.\n');
    expect(err).toContain('render was not paused: it is still allocated. So it was not carried out.\n');
    expect(changes).toBe(1);
  });

  test('an open console lists the writes of a script', async () => {
    const script = await openScript();
    const journal = join(script.home.folder, 'journal.db');
    const console = await openDemo({ service: script.market, env: { SPOTDECK_JOURNAL: journal } });
    await console.pane('activity').do('zoom');
    await script.run(['bid', 'pause', 'render'], { SPOTDECK_JOURNAL: journal });
    await console.see(/done:? +Pause render/);
  });
});

describe('volumes and keys from a script', () => {
  test('a volume is created and deleted', async () => {
    const script = await openScript();
    const args = ['--name', 'data', '--size', '100', '--region', 'eu-north1-a'];
    expect((await script.run(['volume', 'create', ...args])).out).toMatch(/^Created the volume data\. /);
    expect((await script.run(['volume', 'delete', 'data', '--yes', '--dry-run'])).err).toBe('');
    expect(await script.run(['volume', 'delete', 'data', '--yes'])).toEqual({
      code: 0,
      out: 'Deleted data.\n',
      err: expect.stringMatching(/^Delete the volume data:\n./),
    });
    expect(await named(script.market, VOLUMES, 'data')).toBeUndefined();
    expect((await script.run(['api-key', 'revoke', 'ci', '--yes'])).err).toMatch(/^Revoke the API key ci:\n./);
  });

  test('a secret goes into a new file for its owner alone or is printed on request, and without either nothing is created', async () => {
    const script = await openScript();
    const before = (await asked(script.market, API_KEYS)).length;
    expect(await script.run(['api-key', 'create', '--name', 'k'])).toMatchObject({ code: 2, out: '' });
    const file = join(script.home.folder, 'k.token');
    writeFileSync(file, 'mine');
    expect((await script.run(['api-key', 'create', '--name', 'k', '--save', file])).code).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(await asked(script.market, API_KEYS)).toHaveLength(before);

    const other = join(script.home.folder, 'other.token');
    const saved = await script.run(['api-key', 'create', '--name', 'k', '--expires', '7d', '--save', other]);
    expect(saved).toEqual({ code: 0, out: 'Created the API key k.\n', err: `Saved to ${other}.\n` });
    expect(statSync(other).mode & 0o777).toBe(0o600);
    const secret = readFileSync(other, 'utf8').trim();
    expect((await script.run(['get', 'api-keys'], { SPOTDECK_TOKEN: secret })).code).toBe(0);

    const shown = await script.run(['ssh-key', 'create', '--name', 'pair', '--show-secret']);
    expect(shown.out).toMatch(/^Created the SSH key pair\.\n-----BEGIN [A-Z ]*PRIVATE KEY-----/);
  });

  test('the operator’s own public key brings no secret', async () => {
    const script = await openScript();
    const file = join(script.home.folder, 'id.pub');
    writeFileSync(file, 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIII me\n');
    expect(await script.run(['ssh-key', 'create', '--name', 'own', '--public-key', `@${file}`])).toMatchObject({
      code: 0,
      out: 'Created the SSH key own.\n',
    });
  });
});
