import { shortDuration } from '../../../lib/duration.ts';
import type { Context } from '../../../resources/context.ts';
import { detailText } from '../../../resources/parts/columns.ts';
import type { DetailLine, DetailSection } from '../../../resources/resource.ts';
import { freshnessOf, gpusOf, idleFor, percentOf, processesOn, shownSample } from '../machine-values.ts';
import type { Gpu, Reading, Usage } from '../reading.ts';
import {
  asOf,
  gibibytes,
  historyText,
  type MachineContext,
  percentBar,
  percentText,
  usageText,
  utilizationTone,
} from './machine-cells.ts';
import { troubleMessage, troubleOf, troubleWords } from './machine-problem.ts';
import { machineState, machineStateCell } from './machine-state.ts';

const BAR = 12;
/** Two samples in each column. */
const HISTORY_WIDTH = 30;
const MAX_PROCESSES = 40;

/** State, load, memory and disk of a machine, its GPUs, and their processes. */
export function machineSections(reading: Reading, shown: Context): readonly DetailSection[] {
  const context = { ...shown, ...asOf(shown) };
  const sample = shownSample(reading, context.now);
  const gpus = gpusOf(sample);
  const current = freshnessOf(reading, context.now) === 'current';
  const age = sample === null || current ? '' : `, ${shortDuration(context.now - sample.at)} ago`;
  const dim = current ? {} : ({ tone: 'dim' } as const);
  const simulated = reading.simulated ? ' (simulated)' : '';
  return [
    { title: `Machine${simulated}`, lines: [...stateLines(reading, context), ...hostLines(reading, context)] },
    { title: `GPUs${age}`, lines: gpus.map((gpu) => ({ ...gpuLine(gpu, context), ...dim })) },
    { title: `Processes on GPUs${age}`, lines: processLines(gpus).map((line) => ({ ...line, ...dim })) },
  ];
}

type Shown = Context & MachineContext;

function stateLines(reading: Reading, context: Shown): readonly DetailLine[] {
  const { now, glyphs } = context;
  const trouble = troubleOf(reading);
  const message = troubleMessage(reading);
  const idle = idleFor(reading, now);
  const read = reading.sample === null ? null : `${shortDuration(now - reading.sample.at)} ago`;
  const drawn = historyText(reading.history, HISTORY_WIDTH, glyphs);
  return [
    { label: 'State', ...machineStateCell(reading, context) },
    ...(trouble === null ? [] : [{ label: 'What to do', text: troubleWords[trouble].remedy('s') }]),
    ...(message === '' ? [] : [{ label: 'Message', text: message, tone: 'dim' as const }]),
    detailText('Read', read, context),
    ...(idle === null ? [] : [{ label: 'No GPU used for', text: shortDuration(idle) }]),
    ...(drawn.trim() === '' ? [] : [{ label: 'Utilization', text: drawn, ...dimUnlessBusy(reading, context) }]),
  ];
}

const dimUnlessBusy = (reading: Reading, context: Shown): Pick<DetailLine, 'tone'> =>
  machineState(reading, context) === 'busy' ? { tone: 'good' } : { tone: 'dim' };

function hostLines(reading: Reading, context: Context): readonly DetailLine[] {
  const sample = shownSample(reading, context.now);
  if (sample === null) return [];
  const { load, processors, memory, disk } = sample;
  const of = processors === null ? '' : `  of ${processors} processors`;
  return [
    detailText('Load', load === null ? null : `${load.map((one) => one.toFixed(1)).join('  ')}${of}`, context),
    detailText('Memory', usageLine(memory), context),
    detailText('Disk', usageLine(disk), context),
  ];
}

function usageLine(usage: Usage | null): string | null {
  const percent = percentOf(usage);
  return usage === null || percent === null ? null : `${percentText(percent)}  ${usageText(usage)}`;
}

function gpuLine({ index, name, utilization, memory, temperature, power }: Gpu, { glyphs }: Context): DetailLine {
  const used = percentOf(memory);
  const parts = [
    (utilization === null ? glyphs.none : percentBar(utilization, BAR, glyphs)).padEnd(BAR + 5),
    (memory === null || used === null ? glyphs.none : `${percentText(used)} ${usageText(memory)}`).padStart(13),
    (temperature === null ? glyphs.none : `${Math.round(temperature)}C`).padStart(4),
    (power === null ? glyphs.none : `${Math.round(power)}W`).padStart(5),
    name,
  ];
  return {
    label: `GPU ${index}`,
    text: parts.join('  ').trimEnd(),
    tone: utilization === null ? 'dim' : utilizationTone(utilization),
  };
}

function processLines(gpus: readonly Gpu[]): readonly DetailLine[] {
  const all = processesOn(gpus);
  const lines = all.slice(0, MAX_PROCESSES).map(({ pid, name, memory }) => {
    const on = gpus.filter(({ processes }) => processes.some((one) => one.pid === pid)).map(({ index }) => index);
    const used = memory === null ? '' : `${gibibytes(memory)}G  `;
    return { label: String(pid), text: `${used}${name}  on GPU ${on.join(', ')}` };
  });
  const more = all.length - lines.length;
  return more > 0 ? [...lines, { label: '', text: `and ${more} more`, tone: 'dim' as const }] : lines;
}
