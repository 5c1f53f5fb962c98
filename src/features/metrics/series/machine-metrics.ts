import { isStatus } from '../../../resources/parts/status.ts';
import { idleNow } from '../../machines/idle-machines.ts';
import { readingsOf } from '../../machines/machine-row.ts';
import { type Gpu, isStale, meanUtilization, type Reading } from '../../machines/reading.ts';
import { machineSettingsOf } from '../../machines/settings.ts';
import { amounts, countBy, createTally, type Labels, labelValue, MAX_SERIES, type Sample } from './label-bounds.ts';
import type { Metric, MetricSource } from './metric.ts';

type Machine = { readonly labels: Labels; readonly name: string; readonly reading: Reading };

function machinesIn({ state, bounds, isCurrent }: MetricSource): readonly Machine[] {
  if (machineSettingsOf(state).mode === 'off' || !isCurrent('instances')) return [];
  const readings = readingsOf(state.lists.machines);
  return [...state.lists.instances.rows.values()].flatMap(({ row }) => {
    const reading = readings.get(row.fid);
    if (!isStatus(row.status, 'running') || reading === undefined) return [];
    const { instance_type, region } = row;
    return [{ labels: bounds.labels({ instance_type, region }), name: labelValue(row.name), reading }];
  });
}

/** GPUs of the machines whose last sample is current. */
const gpusIn = (source: MetricSource): readonly (Machine & { readonly gpu: Gpu })[] =>
  machinesIn(source).flatMap((machine) => {
    const { sample } = machine.reading;
    if (sample === null || isStale(machine.reading, source.state.now) || sample.gpus.kind !== 'read') return [];
    return sample.gpus.gpus.map((gpu) => ({ ...machine, gpu }));
  });

function meanOf(source: MetricSource, numberOf: (gpu: Gpu) => number | null): readonly Sample[] {
  const [sums, counts] = [createTally(), createTally()];
  for (const { labels, gpu } of gpusIn(source)) {
    const value = numberOf(gpu);
    if (value === null) continue;
    sums.add(labels, value);
    counts.add(labels);
  }
  const numbers = counts.samples();
  return sums.samples().map(({ labels, value }, n) => ({ labels, value: value / (numbers[n]?.value ?? 1) }));
}

const bySingleGpu = (source: MetricSource, numberOf: (gpu: Gpu) => number | null): readonly Sample[] =>
  gpusIn(source)
    .slice(0, MAX_SERIES)
    .flatMap(({ reading, name, labels, gpu }) => {
      const value = numberOf(gpu);
      return value === null
        ? []
        : [{ labels: { instance: labelValue(reading.fid), name, gpu: String(gpu.index), ...labels }, value }];
    });

const share = ({ memory }: Gpu): number | null =>
  memory === null || memory.total === 0 ? null : memory.used / memory.total;

const PLACE = ['instance_type', 'region'] as const;
const SINGLE_GPU = ['instance', 'name', 'gpu', ...PLACE] as const;

export const machineMetrics: readonly Metric[] = [
  {
    name: 'spotdeck_machines',
    help: 'Machines of running instances: read a short time ago, or not.',
    kind: 'gauge',
    labels: ['state', ...PLACE],
    samples: (source) =>
      countBy(machinesIn(source), ({ reading, labels }) => {
        const isRead = reading.sample !== null && !isStale(reading, source.state.now) && reading.problem === null;
        return { state: isRead ? 'read' : 'not_read', ...labels };
      }),
  },
  {
    name: 'spotdeck_gpus',
    help: 'GPUs of the machines that were read a short time ago.',
    kind: 'gauge',
    labels: PLACE,
    samples: (source) => countBy(gpusIn(source), ({ labels }) => labels),
  },
  {
    name: 'spotdeck_gpu_utilization_ratio',
    help: 'Mean share of the time in which these GPUs work.',
    kind: 'gauge',
    labels: PLACE,
    samples: (source) => meanOf(source, ({ utilization }) => (utilization === null ? null : utilization / 100)),
  },
  {
    name: 'spotdeck_gpu_memory_used_ratio',
    help: 'Mean share of the memory of these GPUs that is used.',
    kind: 'gauge',
    labels: PLACE,
    samples: (source) => meanOf(source, share),
  },
  {
    name: 'spotdeck_machines_idle',
    help: 'Machines whose GPUs have done nothing for longer than the setting machines_idle_after.',
    kind: 'gauge',
    labels: [],
    samples: (source) => (machinesIn(source).length === 0 ? [] : [{ labels: {}, value: idleNow(source.state).count }]),
  },
  {
    name: 'spotdeck_idle_cost_per_hour_at_most',
    help: 'Idle machines at the limit prices of their bids. No series while one of these can not be read.',
    kind: 'gauge',
    labels: ['currency'],
    samples: (source) => {
      const { cost } = idleNow(source.state);
      return machinesIn(source).length === 0 || cost.kind !== 'known' ? [] : amounts(source.bounds, cost.amounts);
    },
  },
  {
    name: 'spotdeck_machine_gpu_utilization_ratio',
    help: 'Share of the time in which a GPU works.',
    kind: 'gauge',
    labels: SINGLE_GPU,
    of: 'machine',
    samples: (source) => bySingleGpu(source, ({ utilization }) => (utilization === null ? null : utilization / 100)),
  },
  {
    name: 'spotdeck_machine_gpu_memory_used_bytes',
    help: 'Used memory of a GPU.',
    kind: 'gauge',
    labels: SINGLE_GPU,
    of: 'machine',
    samples: (source) => bySingleGpu(source, ({ memory }) => memory?.used ?? null),
  },
  {
    name: 'spotdeck_machine_idle_seconds',
    help: 'Time for which no GPU of a machine has done anything; 0 while one works.',
    kind: 'gauge',
    labels: ['instance', 'name', ...PLACE],
    of: 'machine',
    samples: (source) =>
      machinesIn(source)
        .slice(0, MAX_SERIES)
        .flatMap(({ reading, name, labels }) => {
          const { sample, idleSince } = reading;
          if (sample === null || isStale(reading, source.state.now) || meanUtilization(sample) === null) return [];
          const value = idleSince === null ? 0 : Math.max(0, sample.at - idleSince) / 1000;
          return [{ labels: { instance: labelValue(reading.fid), name, ...labels }, value }];
        }),
  },
];
