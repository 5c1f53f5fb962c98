import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOTHING_KNOWN, parseAnswer } from '../../../../src/features/machines/reader/parse-sample.ts';
import type { Gpu, GpuReadings, Sample } from '../../../../src/features/machines/reading.ts';
import { NOON } from '../../../store/hand-clock.ts';

const tagged = (tag: string, text: string): readonly string[] => text.split('\n').map((line) => `${tag} ${line}`);
const gpusIn = (...lines: readonly string[]): GpuReadings => parseAnswer(lines, NOTHING_KNOWN, NOON).sample.gpus;
const only = (readings: GpuReadings): Gpu | undefined => (readings.kind === 'read' ? readings.gpus[0] : undefined);
const nvidia = (row: string): Gpu | undefined => only(gpusIn(`nvidia ${row}`, 'exit nvidia-smi 0'));

describe('nvidia-smi', () => {
  test('a name with commas keeps them, and the numbers stay with their columns', () => {
    expect(nvidia('3, NVIDIA A100, PCIe, 40GB, 12, 1024, 40960, 51, 71.20')).toEqual({
      index: 3,
      name: 'NVIDIA A100, PCIe, 40GB',
      utilization: 12,
      temperature: 51,
      power: 71.2,
      processes: [],
      memory: { used: 1024 ** 3, total: 40 * 1024 ** 3 },
    });
  });

  test.for([
    '[N/A]',
    '[Not Supported]',
    'ERR!',
    '[Unknown Error]',
    '[GPU requires reset]',
    'N/A',
    '',
    '12 %',
    '-1',
    '1e2',
    '101',
  ])('a utilization of "%s" is not known, not zero', (text) => {
    expect(nvidia(`0, L4, ${text}, 1, 2, 3, 4`)).toMatchObject({ utilization: null, temperature: 3, power: 4 });
  });

  test.for([
    ['[N/A], 81559', null],
    ['5, [N/A]', null],
    ['9, 8', null],
    ['0, 0', null],
    ['0, 8', { used: 0, total: 8 * 1024 ** 2 }],
  ] as const)('memory of "%s" is read as it is', ([text, memory]) => {
    expect(nvidia(`0, L4, 1, ${text}, 3, 4`)?.memory).toEqual(memory);
  });

  test.for(['a, L4, 1, 1, 2, 3, 4', '-1, L4, 1, 1, 2, 3, 4', '0, L4, 1, 1, 2, 3', '', 'No devices were found'])(
    'a line such as "%s" is no GPU',
    (row) => expect(nvidia(row)).toBeUndefined(),
  );

  test('two lines with one index are one GPU, so that no row is there twice', () => {
    const readings = gpusIn('nvidia 0, A, 1, 1, 2, 3, 4', 'nvidia 0, B, 9, 1, 2, 3, 4', 'exit nvidia-smi 0');
    expect(readings).toMatchObject({ gpus: [{ name: 'A' }] });
  });

  const mig = [
    'GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-aaaa-0)',
    '  MIG 3g.20gb     Device  0: (UUID: MIG-bbbb-1)',
    '  MIG 1g.5gb      Device  1: (UUID: MIG-GPU-aaaa-0/2/0)',
    'GPU 1: NVIDIA A100-SXM4-40GB (UUID: GPU-cccc-0)',
  ].join('\n');

  test('processes belong to their GPU, also those in a part of it, and a GPU in parts says so', () => {
    const readings = gpusIn(
      'nvidia 0, NVIDIA A100-SXM4-40GB, [N/A], 19, 40960, 30, 45.00',
      'nvidia 1, NVIDIA A100-SXM4-40GB, 88, 39000, 40960, 60, 300.00',
      'process MIG-bbbb-1, 10, 512, /usr/bin/python3.11 train.py --token=hf_secret',
      'process MIG-GPU-aaaa-0/2/0, 11, [N/A], [Not Found]',
      'process GPU-cccc-0, 12, 38000, C:, odd, name',
      'process GPU-unknown, 13, 1, lost',
      'process GPU-cccc-0, x, 1, no pid',
      ...tagged('uuid', mig),
      'exit nvidia-smi 0',
    );
    expect(
      readings.kind === 'read' ? readings.gpus.map(({ name, processes }) => ({ name, processes })) : readings,
    ).toEqual([
      {
        name: 'NVIDIA A100-SXM4-40GB (MIG)',
        processes: [
          { pid: 10, name: 'python3.11', memory: 512 * 1024 ** 2 },
          { pid: 11, name: 'unknown', memory: null },
        ],
      },
      { name: 'NVIDIA A100-SXM4-40GB', processes: [{ pid: 12, name: 'C:,odd,name', memory: 38_000 * 1024 ** 2 }] },
    ]);
  });

  test('a process on a GPU that has no name yet asks for the names again', () => {
    const first = parseAnswer(tagged('uuid', mig), NOTHING_KNOWN, NOON);
    expect(first.unnamed).toBe(false);
    expect(parseAnswer(['process GPU-cccc-0, 12, 1, x'], first.known, NOON).unnamed).toBe(false);
    expect(parseAnswer(['process GPU-dddd-0, 12, 1, x'], first.known, NOON).unnamed).toBe(true);
  });

  test('a line whose end is missing counts for nothing: 64 W may have been 642', () => {
    expect(gpusIn('nvidia 0, L4, 1, 1, 2, 3, 64|cut', 'exit nvidia-smi 137').kind).toBe('hangs');
    expect(gpusIn('nvidia 0, L4, 1, 1, 2, 3, 64|cut', 'exit nvidia-smi 1').kind).toBe('driver');
  });
});

describe('a GPU that can not be read', () => {
  test('shows the first line of the tool that failed', () => {
    expect(gpusIn('nvidia ', 'nvidia Failed to initialize NVML: Unknown Error', 'exit nvidia-smi 255')).toEqual({
      kind: 'driver',
      message: 'Failed to initialize NVML: Unknown Error',
    });
  });

  test('is not there when the tool finds none', () => {
    expect(gpusIn('nvidia No devices were found', 'exit nvidia-smi 6')).toEqual({ kind: 'no-gpu' });
  });

  test('shows the exit code of a tool that failed without words', () => {
    expect(gpusIn('exit nvidia-smi 9')).toEqual({ kind: 'driver', message: 'nvidia-smi ended with code 9' });
  });

  test.for([124, 137, 143])('hangs when the tool was ended with %i, because its time was over', (code) => {
    expect(gpusIn(`exit nvidia-smi ${code}`)).toEqual({ kind: 'hangs' });
  });

  test('is not there when no tool is', () => {
    expect(gpusIn('load 0.1 0.2 0.3 1/2 3')).toEqual({ kind: 'no-gpu' });
  });

  test('shows no terminal sequence and no endless message', () => {
    const readings = gpusIn(`nvidia \u001b[2J${'long '.repeat(1000)}`, 'exit nvidia-smi 9');
    expect(readings.kind === 'driver' ? readings.message : '').toMatch(/^�\[2Jlong long/);
    expect(JSON.stringify(readings).length).toBeLessThan(260);
  });
});

describe('rocm-smi', () => {
  const read = (csv: string): GpuReadings => gpusIn(...tagged('rocm', csv), 'exit rocm-smi 0');

  test('of older releases has other headers', () => {
    expect(
      only(
        read(`device,Temperature (Sensor edge) (C),Temperature (Sensor junction) (C),Average Graphics Package Power (W),GPU use (%),VRAM Total Memory (B),VRAM Total Used Memory (B),Card series,Card model
card0,49.0,51.0,19.0,7,25753026560,794341376,AMD INSTINCT MI200 (MCM) OAM LC MBA HPE C2,0x0c34`),
      ),
    ).toEqual({
      index: 0,
      name: 'AMD INSTINCT MI200 (MCM) OAM LC MBA HPE C2',
      utilization: 7,
      temperature: 49,
      power: 19,
      memory: { used: 794_341_376, total: 25_753_026_560 },
      processes: [],
    });
  });

  test('knows the second die of a card, which has no power of its own, and values that are not there', () => {
    expect(
      only(
        read(`device,Average Graphics Package Power (W),GPU use (%),Card Series
card1,N/A (Secondary die),N/A,N/A`),
      ),
    ).toMatchObject({ index: 1, name: 'AMD', utilization: null, memory: null, temperature: null, power: null });
  });

  test('rows of another table and rows that were cut are no GPUs', () => {
    expect(read('device,GPU use (%)\ncard0\nsystem,5\ncard1,5,6').kind).toBe('driver');
  });
});

describe('amd-smi', () => {
  test('has lists in quoted cells, megabytes, and names in another table', () => {
    const readings = gpusIn(
      'amd gpu,gfx_activity,umc_activity,vcn_activity,socket_power,edge,hotspot,mem,total_vram,used_vram,free_vram',
      `amd 0,95,80,"['N/A', 'N/A']",1180,N/A,78,60,196592,150000,46592`,
      `amd 1,N/A,0,"[0, 0]",N/A,N/A,N/A,N/A,196592,283,196309`,
      'exit amd-smi 0',
      'name gpu,market_name,vendor_id',
      'name 0,AMD Instinct MI300X,0x1002',
      'name 1,"AMD Instinct, MI300X",0x1002',
    );
    expect(readings).toMatchObject({
      gpus: [
        {
          index: 0,
          name: 'AMD Instinct MI300X',
          utilization: 95,
          temperature: 78,
          power: 1180,
          memory: { used: 150_000 * 1024 ** 2 },
        },
        { index: 1, name: 'AMD Instinct, MI300X', utilization: null, temperature: null, power: null },
      ],
    });
  });
});

describe('the machine itself', () => {
  const host = (...lines: readonly string[]): Sample => parseAnswer(lines, NOTHING_KNOWN, NOON).sample;

  test('shows its load, memory without what can be freed, and the disk of the root folder', () => {
    const sample = host(
      'load 12.50 11.00 9.75 3/1234 5678',
      'processors 96',
      'memory MemTotal:       1056270364 kB',
      'memory MemFree:        10000 kB',
      'memory MemAvailable:   256270364 kB',
      'disk Filesystem     1024-blocks     Used Available Capacity Mounted on',
      'disk overlay           1000000000 250000000 750000000      25% /',
    );
    expect(sample).toMatchObject({
      at: NOON,
      load: [12.5, 11, 9.75],
      processors: 96,
      memory: { used: 800_000_000 * 1024, total: 1_056_270_364 * 1024 },
      disk: { used: 250_000_000 * 1024, total: 1_000_000_000 * 1024 },
    });
  });

  test('a name of a file system with blanks does not shift the columns of df', () => {
    expect(host('disk //srv/my share 1000 250 750 25% /').disk).toEqual({ used: 256_000, total: 1_024_000 });
  });

  test.for(['load a b c', 'load 1 2', 'processors many', 'memory MemTotal: 12 MB', 'disk / 1 2 3', 'nonsense', ''])(
    'of "%s" nothing is made up',
    (line) => {
      expect(host(line)).toMatchObject({ load: null, processors: null, memory: null, disk: null });
    },
  );
});

/** All texts in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** All numbers in a value. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this pattern is for
const ACTS_ON_TERMINAL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

function expectSafe(sample: Sample): void {
  const isSafe = (text: string): boolean => !ACTS_ON_TERMINAL.test(text) && text.isWellFormed() && text.length <= 400;
  const isBounded = (number: number): boolean => Number.isFinite(number) && Math.abs(number) <= 2 ** 52;
  expect(textsIn(sample).filter((text) => !isSafe(text))).toEqual([]);
  expect(numbersIn(sample).filter((number) => !isBounded(number))).toEqual([]);
  if (sample.gpus.kind !== 'read') return;
  expect(sample.gpus.gpus.length).toBeLessThanOrEqual(64);
  for (const { processes } of sample.gpus.gpus) expect(processes.length).toBeLessThanOrEqual(32);
}

test('whatever bytes a machine sends, the sample is bounded and safe to print', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 50 }), (lines) => {
      expectSafe(parseAnswer(lines, NOTHING_KNOWN, NOON).sample);
    }),
  );
});

test('whatever stands in the fields of a tool, the sample is bounded and safe to print', () => {
  const field = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.integer().map(String),
    fc.double().map(String),
    fc.constantFrom('[N/A]', 'ERR!', 'GPU-a', 'MIG-b', '9'.repeat(400), '"', '""', 'card0', 'gpu', 'device'),
  );
  const tag = fc.constantFrom(...'nvidia process uuid rocm amd name load processors memory disk exit'.split(' '));
  const line = fc.oneof(
    fc.tuple(tag, fc.array(field, { maxLength: 12 })).map(([name, fields]) => `${name} ${fields.join(', ')}`),
    fc
      .tuple(fc.nat(999), field, field)
      .map(([n, name, number]) => `nvidia ${n}, ${name}, ${number}, ${number}, 9, 9, 9`),
    fc.tuple(fc.nat(99), field).map(([n, name]) => `process GPU-a, ${n}, ${n}, ${name}`),
    fc.constant('uuid GPU 0: x (UUID: GPU-a)'),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 150 }), (lines) => {
      expectSafe(parseAnswer(lines, NOTHING_KNOWN, NOON).sample);
    }),
  );
});

test('a sample of 64 KB is parsed in a moment, whatever its form', () => {
  const forms = [
    'nvidia 0,',
    'nvidia 0, x, 1, 1, 2, 3, 4\n',
    'rocm "',
    'rocm device,a\n',
    'memory MemTotal: 1 kB\n',
    'a',
    'uuid GPU 1: ',
    'disk ',
  ];
  for (const form of forms) {
    const text = form.repeat(Math.ceil(65_536 / form.length));
    expectSafe(parseAnswer(text.split('\n'), NOTHING_KNOWN, NOON).sample);
  }
});
