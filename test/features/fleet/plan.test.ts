import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseFleet } from '../../../src/features/fleet/file/read-file.ts';
import { type Allowed, isAllowed } from '../../../src/features/fleet/plan/change.ts';
import { planOf } from '../../../src/features/fleet/plan/plan.ts';
import { whyNoPrune } from '../../../src/features/fleet/plan/question.ts';
import { planLines, printedPlan, remarkLine } from '../../../src/features/fleet/plan/words.ts';
import { parsePrice } from '../../../src/lib/money.ts';
import type { Context } from '../../../src/resources/context.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';
import { edited, exportedText, there } from './console-with.ts';
import { applied, marketWith } from './world.ts';

const AS_WRITTEN = { prune: false, replace: true, rules: false };

const shown = contextOf(there());

function compared(text: string, context: Context = shown, allowed: Allowed = AS_WRITTEN, all = true) {
  const { scripts: _, ...file } = parseFleet('f.toml', text);
  const plan = planOf(file, context, allowed);
  const said = (remarks: typeof plan.problems): readonly string[] => remarks.map((one) => remarkLine(file, one));
  return {
    plan,
    lines: planLines(plan, allowed, context, { all }),
    problems: said(plan.problems),
    warnings: said(plan.warnings),
    json: printedPlan(file, plan, allowed, context, { all }).whole,
  };
}

const TEXT = exportedText(shown);
const changed = (from: string, to: string): string => edited(TEXT, [[from, to]]);

test('a file that was just exported differs in nothing', () => {
  expect(TEXT).toBe(`# A fleet: "spotdeck diff FILE" compares it with the service, "spotdeck apply FILE" makes it so.
project = "proj_demo"

[defaults]
instance_type = "8xh100"
region = "eu-n1"
disk_interface = "File"

[[volumes]]
name = "data"
size_gb = 500

[[volumes]]
name = "spare"
size_gb = 500

[[bids]]
name = "night"
instance_quantity = 1
limit_price = "$1.00"
paused = true

[[bids]]
name = "train"
instance_quantity = 4
limit_price = "$2.50"
volumes = ["data"]
ssh_keys = ["ops"]
`);
  expect(compared(TEXT)).toMatchObject({ lines: [], problems: [], warnings: [], plan: { changes: [] } });
});

test.each([
  [
    'a price',
    '"$2.50"',
    '"2.75"',
    [
      '~ bid train  limit_price $2.50 → $2.75; 4 × $2.75 = $11.00/h at most  (line 23)',
      'Max cost if all filled: $10.00 → $11.00 /h',
    ],
  ],
  [
    'volumes',
    '["data"]',
    '["spare", "data"]',
    ['~ bid train  volumes data → data, spare; 4 × $2.50 = $10.00/h at most  (line 23)'],
  ],
  [
    'a bid that is to run',
    'paused = true\n',
    '',
    ['~ bid night  is resumed, $1.00/h at most  (line 17)', 'Max cost if all filled: $10.00 → $11.00 /h'],
  ],
  [
    'a bid that is to pause',
    'volumes = ["data"]',
    'volumes = ["data"]\npaused = true',
    ['~ bid train  is paused, 1 instance stops  (line 23)', 'Max cost if all filled: $10.00 → $0.00 /h'],
  ],
  [
    'a quantity',
    'instance_quantity = 4',
    'instance_quantity = 2',
    [
      '! bid train  instance_quantity 4 → 2; placed anew and b1 cancelled, 1 instance stops; 2 × $2.50 = $5.00/h at most  (line 23)',
      'Max cost if all filled: $10.00 → $5.00 /h',
    ],
  ],
  [
    'a key',
    'ssh_keys = ["ops"]',
    'ssh_keys = []',
    [
      '! bid train  ssh_keys ops → none; placed anew and b1 cancelled, 1 instance stops; 4 × $2.50 = $10.00/h at most  (line 23)',
    ],
  ],
  [
    'a name that an ended bid has',
    'name = "night"',
    'name = "old"',
    ['+ bid old  8xh100 in eu-n1, $1.00/h at most, paused  (line 17)', '? bid night  is not in the file'],
  ],
  [
    'a new volume',
    '[[volumes]]\nname = "spare"',
    '[[volumes]]\nname = "more"',
    ['+ volume more  500 GB in eu-n1  (line 13)', '? volume spare  is not in the file'],
  ],
])('%s that differs is a line', (_, from, to, lines) => {
  expect(compared(changed(from, to)).lines).toEqual(lines);
});

test('what is pruned says what stops and what is lost; a volume in use and what has no name stay', () => {
  const context = contextOf(
    consoleWith({
      bids: [bid('b1', { name: 'train' }), bid('b2', { name: '' }), bid('b3', { name: 'kept' })],
      instances: [instance('i1', { bid: 'b1' })],
      volumes: [volume('v1', { name: 'data', bids: ['b1'] }), volume('v2', { name: 'held', reservations: ['res'] })],
    }),
  );
  const file =
    '[[bids]]\nname="kept"\ninstance_type="8xh100"\nregion="eu-n1"\ninstance_quantity=4\nlimit_price="$2.50"\n';
  expect(compared(file, context, { ...AS_WRITTEN, prune: true }).lines).toEqual([
    '- bid train  is cancelled, 1 instance stops',
    '? bid b2  is not in the file: it has no name, so it stays',
    '- volume data  is deleted with its data',
    '? volume held  is not in the file; it stays: held is in use by res; a volume can be deleted only when it is not in use.',
    'Max cost if all filled: $30.00 → $20.00 /h',
  ]);
});

test('what a file does not name is one line, until somebody wants all, names some, or would end them', () => {
  const bids = Array.from({ length: 38 }, (_, n) => bid(`b${n}`, { name: `job-${n}` }));
  const context = contextOf(consoleWith({ bids, volumes: [volume('v1')] }));
  const text = exportedText(context)
    .replace(/\[\[bids\]\]\nname = "job-(?!5")\d+"[^[]*/g, '')
    .replace(/\[\[volumes[^[]*/, '');
  const linesWith = (allowed: Allowed, all = false): number => compared(text, context, allowed, all).lines.length;
  expect(compared(text, context, AS_WRITTEN, false).lines).toEqual([
    '? 37 bids and 1 volume are not in the file; "spotdeck diff FILE --all" lists them.',
  ]);
  expect(linesWith(AS_WRITTEN, true)).toBe(38);
  expect(linesWith({ ...AS_WRITTEN, names: new Set(['job-7', 'job-8']) })).toBe(2);
  expect(linesWith({ ...AS_WRITTEN, prune: true })).toBeGreaterThanOrEqual(38);
});

describe('problems are sentences with their line', () => {
  test.each([
    ['an unknown key', '["ops"]', '["op"]', 'f.toml, line 28: there is no SSH key op. Did you mean ops?'],
    [
      'an unknown volume',
      'volumes = ["data"]',
      'volumes = ["dta"]',
      'f.toml, line 27: there is no volume dta. Did you mean data?',
    ],
    ['no price', '"$2.50"', '"dear"', 'f.toml, line 26: limit_price is dear, which is no price: write "$2.50".'],
    [
      'a volume of another size',
      'size_gb = 500',
      'size_gb = 600',
      "f.toml, line 11: the volume data has size_gb 500, not 600. A volume can't be changed: correct the file, or give it another name.",
    ],
    [
      'a volume that can not be created',
      '"spare"',
      '"Spare"',
      'f.toml, line 14: name of the volume Spare: Use lower-case letters, digits and dashes; start with a letter, end with a letter or digit.',
    ],
  ])('%s', (_, from, to, sentence) => {
    expect(compared(changed(from, to)).problems).toEqual([sentence]);
  });

  test('a name that the service has twice', () => {
    const context = contextOf(
      consoleWith({
        bids: [bid('b1', { name: 'train' }), bid('b2', { name: 'train' })],
        volumes: [volume('v1', { name: 'data' }), volume('v2', { name: 'data' })],
        sshKeys: [sshKey('k1', { name: 'ops' }), sshKey('k2', { name: 'ops' })],
      }),
    );
    const { problems } = compared(TEXT.replace('"night"', '"other"'), context);
    expect(problems).toContain(
      'f.toml, line 10: 2 volumes are named data: v1, v2. Take it out of the file, or delete one.',
    );
    expect(problems).toContain('f.toml, line 28: 2 are named ops. Give an identifier: k1, k2.');
    const twice =
      '[[bids]]\nname="train"\ninstance_type="8xh100"\nregion="eu-n1"\ninstance_quantity=4\nlimit_price="$2.50"\n';
    expect(compared(twice, context).problems).toEqual([
      'f.toml, line 2: 2 bids are named train: b1, b2. Take it out of the file, or cancel the others.',
    ]);
    expect(exportedText(context)).toContain('# - the bid train: it is b1, one of 2 bids of this name.\n');
  });
});

describe('slips are sentences with their line', () => {
  test.each([
    [
      'a type that nobody has',
      'name = "train"',
      'name = "train"\ninstance_type = "8xh10"',
      ['f.toml, line 25: no bid or instance has the type 8xh10. Did you mean 8xh100?'],
    ],
    [
      'a type that is elsewhere',
      'name = "night"',
      'name = "new"\nregion = "us-w1"',
      ['f.toml, line 19: 8xh100 is known in eu-n1, not in us-w1.'],
    ],
    [
      'ten times the price',
      '"$2.50"',
      '"$25.00"',
      [
        'f.toml, line 26: $25.00 is ten times the old price of $2.50 or more.',
        'f.toml, line 26: $25.00 is five times the median limit price of this type and region or more: $1.00.',
      ],
    ],
    [
      'a new price far above others',
      'name = "night"\ninstance_quantity = 1\nlimit_price = "$1.00"',
      'name = "new"\ninstance_quantity = 1\nlimit_price = "$100.00"',
      ['f.toml, line 20: $100.00 is five times the median limit price of this type and region or more: $1.75.'],
    ],
  ])('%s', (_, from, to, warnings) => {
    expect(compared(changed(from, to)).warnings).toEqual(warnings);
  });

  test('a volume in another region than its bid, one that is there and one that is new', () => {
    const elsewhere = changed('volumes = ["data"]', 'volumes = ["data", "far"]').replace(
      'name = "spare"',
      'name = "far"\nregion = "us-w1"',
    );
    expect(compared(elsewhere).warnings).toEqual(['f.toml, line 28: the volume far is in us-w1, the bid in eu-n1.']);
  });

  test('a Block volume for several instances', () => {
    const shared = changed('disk_interface = "File"', 'disk_interface = "Block"')
      .replace('name = "spare"', 'name = "new-one"')
      .replace('name = "data"', 'name = "data"\ndisk_interface = "File"')
      .replace('volumes = ["data"]', 'volumes = ["data", "new-one"]');
    expect(compared(shared).warnings).toEqual([
      'f.toml, line 28: new-one is a Block volume, which usually only one instance can use: the bid asks for 4.',
    ]);
  });

  test('more than the budget, with the first bid that goes over it', () => {
    const context = { ...shown, budget: parsePrice('$12') };
    expect(compared(changed('"$2.50"', '"$3.20"'), context).warnings).toEqual([
      'f.toml, line 24: With them running and open bids cost up to $12.80 /h, over the budget of $12.00.',
    ]);
    expect(compared(changed('"$2.50"', '"$3.00"'), context).warnings).toEqual([]);
  });
});

test('the JSON of a diff has each field, old and new, and the cost of all', () => {
  const bound = { at_least: null, currency: '$', other_currencies: [] };
  expect(compared(changed('"$2.50"', '"$2.75"')).json?.()).toEqual({
    file: 'f.toml',
    project: 'proj_demo',
    changes: [
      {
        kind: 'change',
        list: 'bids',
        name: 'train',
        fid: 'b1',
        line: 23,
        fields: [{ field: 'limit_price', old: '2.50', new: '2.75', currency: '$' }],
        limit_price: '2.75',
        currency: '$',
        instance_quantity: 4,
        stops: 0,
        rule: null,
      },
    ],
    problems: [],
    warnings: [],
    cost_per_hour_before: { at_most: '10.00', ...bound },
    cost_per_hour_after: { at_most: '11.00', ...bound },
  });
});

test('the operator’s names are written with what they stand for, and mean it again', () => {
  const context = {
    ...shown,
    aliases: new Map([
      ['8xh100', '8×H100'],
      ['eu-n1', 'north'],
      ['proj_demo', 'Demo'],
    ]),
  };
  const text = exportedText(context);
  expect(text).toContain('project = "Demo" # proj_demo\n');
  expect(text).toContain('[defaults]\ninstance_type = "8×H100" # 8xh100\nregion = "north" # eu-n1\n');
  expect(compared(text, context)).toMatchObject({ lines: [], problems: [], warnings: [] });
});

test('what a file can not hold is a comment at its end; a script with the API key in use is not written', () => {
  const context = contextOf(
    consoleWith({
      bids: [
        bid('b1', { name: '' }),
        bid('b2', {
          name: 'mine',
          created_by: 'user_1',
          launch_specification: { ssh_keys: ['gone'], volumes: ['lost'] },
        }),
        bid('b3', { name: 'theirs', created_by: 'user_2' }),
        bid('b4', { name: 'leaky', launch_specification: { startup_script: 'curl -H fkey_secret' } }),
        bid('b5', { name: 'priceless', limit_price: 'much' }),
        bid('b6', { name: 'a\n[[bids]]\u001b[31m' }),
      ],
      volumes: [volume('v1', { name: 'disk', reservations: ['res_1'] }), volume('v2', { name: null })],
    }),
  );
  const text = exportedText(context, 'fkey_secret');
  expect(text).not.toContain('fkey_secret');
  expect(text.slice(text.indexOf('# What'))).toBe(`# What this file can not hold:
# - the bid b1: it has no name.
# - the bid a [[bids]]�[31m: its name has characters that no file can hold.
# - the bid leaky: its startup script has the API key that is in use.
# - the bid mine was placed by user_1.
# - the bid mine: its SSH key gone is not listed.
# - the bid mine: its volume lost is not listed.
# - the bid priceless: the service does not say its type, region, quantity or limit price.
# - the bid theirs was placed by user_2.
# - the volume v2: it has no name.
# - the volume disk is used by the reservation res_1.
`);
  // The bid keeps unlisted ones it has.
  expect(compared(text, context)).toMatchObject({ problems: [], warnings: [] });
});

test('the example file can be applied to the demo project, and then differs in nothing but what it does not name', async () => {
  const demo = await marketWith({ volumes: [], bids: [] });
  const example = readFileSync('contrib/fleet.toml', 'utf8');
  expect(await applied(demo, example, { ...AS_WRITTEN, replace: false })).toMatchObject({ code: 0, told: [] });
  const { lines, problems, warnings } = compared(example, (await demo.read()).context);
  expect({ lines, problems, warnings }).toEqual({
    lines: ['? volume ckpt  is not in the file'],
    problems: [],
    warnings: [],
  });
});

test('a fleet of 5,000 bids is compared in moments', () => {
  const bids = Array.from({ length: 5000 }, (_, n) => bid(`b${n}`, { name: `bid-${n}` }));
  const context = contextOf(consoleWith({ bids }));
  const text = exportedText(context).replaceAll('limit_price = "$2.50"', 'limit_price = "$2.60"');
  expect(compared(text, context).plan.changes).toHaveLength(5000);
  expect(compared(text, contextOf(consoleWith())).plan.changes).toHaveLength(5000);
});

describe('a plan of which only a part is carried out', () => {
  const ALL = { prune: true, replace: true, rules: true };
  const text = changed('limit_price = "$1.00"', 'limit_price = "$0.10"')
    .replace('paused = true\n', '')
    .replace('volumes = ["data"]', 'volumes = ["data"]\npaused = true');
  const only = (...keys: readonly string[]) => compared(text, shown, { ...ALL, chosen: new Set(keys) });

  test('resumes at the price that the bid then has', () => {
    const resumed = only('resume b2');
    expect(resumed.lines).toContain('~ bid night  is resumed, $1.00/h at most  (line 17)');
    expect(resumed.lines.at(-1)).toBe('Max cost if all filled: $10.00 → $11.00 /h');
    expect(only('resume b2', 'change b2').lines.at(-1)).toBe('Max cost if all filled: $10.00 → $10.10 /h');
  });

  test('costs what a bid costs that is not paused with it', () => {
    expect(only('change b2').lines.some((line) => line.startsWith('Max cost'))).toBe(false);
    expect(only('pause b1').lines.at(-1)).toBe('Max cost if all filled: $10.00 → $0.00 /h');
  });
});

test('while the list of instances is not read, what ends says that what runs on it stops', () => {
  const context = contextOf(consoleWith({ bids: [bid('b1', { name: 'train' })] }));
  const { lines } = compared('', context, { ...AS_WRITTEN, prune: true });
  expect(lines[0]).toBe('- bid train  is cancelled, what runs on it stops');
});

test('a volume stays that a bid names which is not ended, whatever the list of volumes says', () => {
  const context = contextOf(
    consoleWith({
      bids: [
        bid('b1', { name: 'train', launch_specification: { volumes: ['v1'], ssh_keys: [] } }),
        bid('b2', { name: 'other' }),
      ],
      volumes: [volume('v1', { name: 'data' })],
    }),
  );
  const pruned = { ...AS_WRITTEN, prune: true };
  expect(compared('', context, pruned).lines).toContain('- volume data  is deleted with its data');
  const named = compared('', context, { ...pruned, names: new Set(['data', 'other']) });
  expect(named.lines.find((line) => line.includes('volume data'))).toMatch(
    /^\? volume data .*; it stays: data is in use/,
  );
});

test('a volume that is named by its name and by its identifier is sent once', () => {
  const { lines } = compared(changed('volumes = ["data"]', 'volumes = ["data", "v1"]'));
  expect(lines).toEqual([]);
});

test('what no file can hold is left out with a line: no machines, no price, and scripts with half a character', () => {
  const context = contextOf(
    consoleWith({
      bids: [
        bid('b1', { name: 'none', instance_quantity: 0 }),
        bid('b2', { name: 'free', limit_price: '$0.00' }),
        bid('b3', { name: 'odd', launch_specification: { volumes: [], ssh_keys: [], startup_script: 'a\ud83d' } }),
      ],
    }),
  );
  const text = exportedText(context);
  expect(text).not.toContain('[[bids]]');
  expect(text).toContain('# - the bid none: its quantity or limit price is 0.\n');
  expect(text).toContain('# - the bid free: its quantity or limit price is 0.\n');
  expect(text).toContain('# - the bid odd: its startup script has characters that no file can hold.\n');
});

describe('--prune is refused with', () => {
  const context = contextOf(
    consoleWith({ bids: [bid('b1', { name: 'train' }), bid('b2', { name: 'night' })], volumes: [volume('v1')] }),
  );
  const whole = exportedText(context);
  const refusal = (text: string, allowed: Partial<Allowed> = {}): string | null => {
    const pruning = { ...AS_WRITTEN, prune: true, ...allowed };
    const { scripts: _, ...file } = parseFleet('f.toml', text);
    const { changes } = planOf(file, context, pruning);
    const done = changes.filter((change) => isAllowed(change, pruning));
    return whyNoPrune(file, done, pruning, context);
  };
  const row = (name: string): string =>
    `[[bids]]\nname="${name}"\ninstance_type="8xh100"\nregion="eu-n1"\ninstance_quantity=4\nlimit_price="$2.50"\n`;
  const noBid = 'f.toml names no bid, and --prune would cancel 2 bids of proj_demo.';
  const part = 'f.toml says that it is only a part, so it does not say what is to end.';
  test.each([
    ['an empty file', '', noBid],
    ['comments alone', '# nothing\n', noBid],
    ['a project alone', 'project = "proj_demo"\n', noBid],
    ['defaults alone', '[defaults]\nregion = "eu-n1"\n', noBid],
    ['empty lists', 'bids = []\nvolumes = []\n', noBid],
    ['volumes alone', '[[volumes]]\nname="v1"\nsize_gb=500\nregion="eu-n1"\n', noBid],
    ['bids alone', row('train'), 'f.toml names no volume, and --prune would delete 1 volume of proj_demo.'],
    [
      'bids of another project',
      row('other'),
      'f.toml is for any project and has no bid of this one, and --prune would cancel 2 bids of proj_demo.',
    ],
    ['a part', whole.replace(/^project/m, '# Only a part: bids that match name:train.\nproject'), part],
    ['a part that says so at its end', `${whole}# only a part\n`, part],
  ])('%s', (_, text, why) => {
    expect(refusal(text)).toBe(why);
  });

  test('nothing else: not with the whole file, with names, or when a script says what a part says', () => {
    expect(refusal(whole)).toBeNull();
    expect(refusal(whole.replace(/\[\[bids\]\]\nname = "night"[^[]*/, ''))).toBeNull();
    expect(
      refusal(`project = "proj_demo"\n${row('other')}\n[[volumes]]\nname="v1"\nsize_gb=500\nregion="eu-n1"\n`),
    ).toBeNull();
    expect(refusal('', { names: new Set(['train']) })).toBeNull();
    expect(refusal('', { prune: false })).toBeNull();
    expect(refusal(`${whole}startup_script = '''\n# Only a part: of a script\n'''\n`)).toBeNull();
  });
});

test('a volume that a listed bid of another project uses is not pruned, and no bid gets volumes or keys of another project', () => {
  const other = { project: 'proj_other' };
  const context = contextOf(
    consoleWith({
      bids: [
        bid('b1', { name: 'train' }),
        bid('b2', { ...other, launch_specification: { volumes: ['v1'], ssh_keys: [] } }),
      ],
      volumes: [volume('v1', { name: 'data' }), volume('v2', { ...other, name: 'theirs' })],
      sshKeys: [sshKey('k2', { ...other, name: 'ops' })],
    }),
  );
  const pruned = compared(exportedText(context).replace(/\[\[volumes\]\][^[]*/, ''), context, {
    ...AS_WRITTEN,
    prune: true,
  });
  expect(pruned.lines).toEqual([
    expect.stringMatching(/^\? volume data {2}is not in the file; it stays: data is in use/),
  ]);
  const asking = (what: string): readonly string[] =>
    compared(
      exportedText(context).replace('name = "train"', `name = "train"\n${what}`).replace('ssh_keys = []\n', ''),
      context,
    ).problems;
  expect(asking('volumes = ["v2"]')).toEqual([expect.stringContaining('there is no volume v2.')]);
  expect(asking('volumes = ["theirs"]')).toEqual([expect.stringContaining('there is no volume theirs.')]);
  expect(asking('ssh_keys = ["k2"]')).toEqual([expect.stringContaining('there is no SSH key k2.')]);
});
