import { describe, expect, test } from 'vitest';
import { machinesOverSsh } from '../../../../src/features/machines/machine-ssh.ts';
import type { Gpu, Sample } from '../../../../src/features/machines/reading.ts';
import { hasSshd, openMachine } from '../../../driver/sshd.ts';
import { TOOLS } from '../../../driver/tools.ts';
import { watchStream } from './watched-stream.ts';

/** A machine with tools, and a stream of it. */
async function reading(tools: Parameters<typeof openMachine>[0]) {
  const machine = await openMachine(tools);
  return watchStream(
    machinesOverSsh(() => ({ user: null, options: machine.options })),
    machine.destination,
  );
}

function gpusOf({ gpus }: Sample): readonly Gpu[] {
  if (gpus.kind !== 'read') throw new Error(`No GPUs were read: ${JSON.stringify(gpus)}`);
  return gpus.gpus;
}

describe.skipIf(!hasSshd)('a machine over a real SSH connection', () => {
  test('shows each of its eight GPUs with its process, and its load, memory and disk', async () => {
    const stream = await reading({ 'nvidia-smi': TOOLS.steady });
    const sample = await stream.sample();
    const gpus = gpusOf(sample);
    expect(gpus.map(({ index, utilization }) => [index, utilization])).toEqual(
      Array.from({ length: 8 }, (_, n) => [n, 97]),
    );
    expect(gpus[3]).toMatchObject({
      name: 'NVIDIA H100 80GB HBM3',
      memory: { used: 70_000 * 1024 ** 2, total: 81_559 * 1024 ** 2 },
      temperature: 63,
      power: 642.17,
      processes: [{ pid: 4104, name: 'python', memory: 69_000 * 1024 ** 2 }],
    });
    expect(sample.load).toHaveLength(3);
    expect(sample.processors).toBeGreaterThan(0);
    expect(sample.memory?.total).toBeGreaterThan(1e8);
    expect(sample.disk?.total).toBeGreaterThan(1e8);
    // The GPUs are named once, and their processes still belong to them later.
    expect(gpusOf(await stream.sample())[7]?.processes).toHaveLength(1);
  });

  test('with a driver that fails says what nvidia-smi printed', async () => {
    const stream = await reading({ 'nvidia-smi': TOOLS.driver });
    expect((await stream.sample()).gpus).toEqual({
      kind: 'driver',
      message: expect.stringContaining("couldn't communicate with the NVIDIA driver"),
    });
  });

  test('whose tool prints escape sequences shows them as harmless characters, and no arguments of a process', async () => {
    const stream = await reading({ 'nvidia-smi': TOOLS.escapes });
    const [gpu] = gpusOf(await stream.sample());
    expect(gpu?.name).toBe('Evil�]0;owned��[2J�31m�GPU');
    expect(gpu?.processes).toEqual([{ pid: 7, name: '�[31mred�[0m', memory: 1024 ** 2 }]);
  });

  test('with AMD GPUs is read with rocm-smi', async () => {
    const stream = await reading({ 'rocm-smi': TOOLS.rocm });
    expect(gpusOf(await stream.sample())).toMatchObject([
      { index: 0, name: 'AMD Instinct MI300X', utilization: 99, memory: { used: 180_000_000_000 } },
      { index: 1, name: 'AMD Instinct MI300X', utilization: 0, memory: { used: 300_000_000 } },
    ]);
  });

  test('with AMD GPUs and no rocm-smi is read with amd-smi, which names them once', async () => {
    const stream = await reading({ 'amd-smi': TOOLS.amd });
    await stream.sample();
    expect(gpusOf(await stream.sample())).toMatchObject([
      { index: 0, name: 'AMD Instinct MI355X', utilization: 99, memory: { used: 250_000 * 1024 ** 2 } },
    ]);
  });

  test('with AMD GPUs and the NVIDIA tools of its image is read with rocm-smi all the same', async () => {
    const stream = await reading({ 'nvidia-smi': TOOLS.driver, 'rocm-smi': TOOLS.rocm });
    expect(gpusOf(await stream.sample())).toHaveLength(2);
  });
});
