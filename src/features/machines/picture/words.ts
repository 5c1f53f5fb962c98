import { clockTime, DAY_MS, shortDuration } from '../../../lib/duration.ts';
import { cut, fittingSteps, widthOf } from '../../../lib/width.ts';
import { counted } from '../../../lib/words.ts';
import type { Cell, Tone } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import { boundText, briefBound } from '../../../resources/parts/amounts.ts';
import { nameIn } from '../../../resources/parts/joins.ts';
import { withoutRegion } from '../../../resources/parts/type-and-region.ts';
import { type Segment, widthOfAll } from '../../../screen/dialogs/line.ts';
import { briefIdleWords, idleNote, idleOf, idleWords } from '../idle-machines.ts';
import type { MachineRow } from '../machine-row.ts';
import { hottest, idleFor, memoryOf, shownGpus, shownSample, utilizationOf } from '../machine-values.ts';
import { asOf, percentText, usageText } from '../parts/machine-cells.ts';
import { gpuStateCell, machineState, machineStateCell } from '../parts/machine-state.ts';
import { type HeatCell, type HeatGroup, type HeatSums, sumsOf } from './fleet.ts';
import type { Block } from './layout.ts';

/** Longest name of a bid, in columns. */
const LONGEST_NAME = 24;
const SPACE = '  ';

export const groupName = ({ bid }: HeatGroup, context: Context): string =>
  bid === null ? 'without a bid' : nameIn('bids', bid, context);

function typeText({ row }: HeatGroup, { aliases }: Context): string {
  return row === undefined ? '' : (aliases.get(row.instance_type ?? '') ?? withoutRegion(row) ?? '');
}

/** `12 GPUs`, and the number of machines with unknown GPUs. */
export function gpuCount({ gpus, unread }: Pick<HeatSums, 'gpus' | 'unread'>): string {
  const machines = unread === 0 ? '' : `${counted(unread, 'machine')} unread`;
  if (gpus === 0) return machines;
  return `${counted(gpus, 'GPU')}${machines === '' ? '' : ` + ${machines}`}`;
}

const percent = (value: number): string => `${Math.round(value)}%`;

function costText({ cost, bid }: HeatGroup, { glyphs }: Context, bound: typeof boundText): string {
  if (cost.kind !== 'unknown') return `${bound(cost, glyphs)}/h`;
  return bid === null ? '' : 'price unknown';
}

/** `~` marks GPUs without a current value. */
const meanText = ({ mean, current, gpus, unread }: HeatSums): string =>
  mean === null ? '' : `${current < gpus + unread ? '~' : ''}${percent(mean)}`;

const withSpace = (text: string): number => (text === '' ? 0 : SPACE.length + widthOf(text));

const part = (text: string, tone: Tone): readonly Segment[] => (text === '' ? [] : [{ text, tone }]);

const joined = (parts: readonly (readonly Segment[])[]): readonly Segment[] =>
  parts.filter((each) => each.length > 0).flatMap((each, n) => (n === 0 ? each : [{ text: SPACE }, ...each]));

/** A group's name, then its most important parts with room. */
export function labelOf(group: HeatGroup, context: Context, width: number, isUnderCursor: boolean): readonly Segment[] {
  const idle = idleOf(group.instances, context);
  const [long, brief] = [idleWords(idle, context.glyphs), briefIdleWords(idle, context.glyphs)];
  const sums = sumsOf([group]);
  const cost = costText(group, context, boundText);
  const name = cut(groupName(group, context), Math.min(width, LONGEST_NAME), context.glyphs.cut);
  const parts: { readonly [Each in 'type' | 'gpus' | 'mean' | 'cost' | 'idle']: readonly Segment[] } = {
    type: part(typeText(group, context), 'dim'),
    gpus: part(gpuCount(sums), 'dim'),
    mean: part(meanText(sums), 'plain'),
    cost: part(cost, 'plain'),
    idle: part(widthOf(name) + withSpace(cost) + withSpace(long) > width ? brief : long, 'warn'),
  };
  const shown = ['type', 'gpus', 'mean', 'cost', 'idle'] as const;
  const order = ['idle', 'cost', 'gpus', 'mean', 'type'] as const;
  const label = (some: readonly (typeof order)[number][]): readonly Segment[] =>
    joined([
      [{ text: name, tone: isUnderCursor ? 'accent' : 'strong' }],
      ...shown.filter((each) => some.includes(each)).map((each) => parts[each]),
    ]);
  const taken = fittingSteps(order, width, (some) => widthOfAll(label(some)));
  return label(taken);
}

/** Labels get room for all machines idle, so that nothing moves when they are. */
export function blockOf(group: HeatGroup, context: Context): Block {
  const { glyphs } = context;
  const all = { count: group.instances.length, cost: group.cost };
  const width = (...texts: readonly string[]): number =>
    texts.reduce((sum, text) => sum + withSpace(text), Math.min(LONGEST_NAME, widthOf(groupName(group, context))));
  const cost = costText(group, context, boundText);
  return {
    label: {
      full: width(cost, idleWords(all, glyphs), typeText(group, context), gpuCount(sumsOf([group])), '~100%'),
      brief: width(cost, briefIdleWords(all, glyphs)),
    },
    machines: group.machines.map(({ length }) => length),
  };
}

/** All GPUs in numbers, shortened to the width. */
export function summaryOf(groups: readonly HeatGroup[], context: Context, width: number): readonly Segment[] {
  const sums = sumsOf(groups);
  const instances = groups.flatMap((group) => group.instances);
  const idle = idleOf(instances, context);
  const idlePart = (text: string): readonly Segment[] =>
    idle.count === 0 ? part('no machine idle', 'dim') : part(text, 'warn');
  const most = [
    part(gpuCount(sums), 'strong'),
    part(sums.mean === null ? 'no use known yet' : `mean use ${percent(sums.mean)}`, 'plain'),
    idlePart(idleWords(idle, context.glyphs)),
  ];
  if (widthOfAll(joined(most)) > width)
    return joined([
      part(`${sums.gpus}${sums.unread === 0 ? '' : '+'} GPUs`, 'strong'),
      part(sums.mean === null ? '' : percent(sums.mean), 'plain'),
      idlePart(briefIdleWords(idle, context.glyphs)),
    ]);
  const steps = [
    ...most,
    part(sums.current === sums.gpus ? '' : `${sums.current} of them with a current value`, 'dim'),
    part(`in ${counted(groups.length, 'group')} on ${counted(instances.length, 'machine')}`, 'dim'),
  ];
  return joined(fittingSteps(steps, width, (some) => widthOfAll(joined(some))));
}

export function cellWords(
  { fid, gpu }: HeatCell,
  row: MachineRow | undefined,
  context: Context,
  width: number,
): readonly Segment[] {
  const instance = context.rowOf('instances', fid)?.row;
  const name = cut(instance?.name || fid, Math.min(LONGEST_NAME, width), context.glyphs.cut);
  const state = row === undefined ? { text: 'not read', tone: 'dim' as const } : stateWords(row, context);
  const numbers = row === undefined ? [] : numberWords(row, context);
  const steps: readonly (readonly Segment[])[] = [
    [{ text: name, tone: 'strong' }],
    part(gpu === null ? '' : `GPU ${gpu}`, 'strong'),
    part(state.text, state.tone ?? 'plain'),
    ...numbers.map((text) => part(text, 'plain')),
  ];
  return joined(fittingSteps(steps, width, (some) => widthOfAll(joined(some))));
}

/** What a machine or GPU does, in a sign and a word or two. */
function stateWords({ gpu, reading }: MachineRow, context: Pick<Context, 'own' | 'glyphs'>): Cell {
  const known = asOf(context);
  const ofMachine = machineState(reading, known);
  const isOfGpu = gpu !== null && (ofMachine === 'busy' || ofMachine === 'resting' || ofMachine === 'unknown');
  return isOfGpu ? gpuStateCell(gpu, known) : machineStateCell(reading, known);
}

/** Numbers not too old to be shown: use, memory, temperature, idle time. */
function numberWords(row: MachineRow, context: Pick<Context, 'own' | 'glyphs'>): readonly string[] {
  const { now } = asOf(context);
  const gpus = shownGpus(row, now);
  const use = utilizationOf(gpus);
  const memory = memoryOf(gpus);
  const degrees = hottest(gpus);
  return [
    ...(use === null ? [] : [percentText(use)]),
    ...(memory === null ? [] : [usageText(memory)]),
    ...(degrees === null ? [] : [`${Math.round(degrees)}C`]),
    ...idleSinceWords(row.reading, now),
  ];
}

/** `nothing since 11:18 (42m)`; empty while a GPU works. */
function idleSinceWords(reading: MachineRow['reading'], now: number): readonly string[] {
  const idle = shownSample(reading, now) === null ? null : idleFor(reading, now);
  if (idle === null || reading.idleSince === null) return [];
  const lasting = shortDuration(idle);
  return [
    idle < DAY_MS ? `nothing since ${clockTime(reading.idleSince).slice(0, 5)} (${lasting})` : `nothing for ${lasting}`,
  ];
}

/** A group of the picture in words, for a screen reader. */
export function spokenGroup(group: HeatGroup, context: Context): string {
  const sums = sumsOf([group]);
  const idle = idleNote(group.instances, context);
  const use = sums.mean === null ? 'use not known' : `mean use ${percent(sums.mean)}`;
  const old = sums.current < sums.gpus && sums.mean !== null ? [`${sums.current} of them with a current value`] : [];
  return [
    groupName(group, context),
    typeText(group, context),
    gpuCount(sums),
    use,
    ...old,
    costText(group, context, briefBound),
    idle,
  ]
    .filter((text) => text !== '')
    .join(', ');
}
