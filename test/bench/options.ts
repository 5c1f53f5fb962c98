import { parseArgs } from 'node:util';
import { program } from './console.ts';
import { FLEETS, type FleetName, fleetNames } from './distance/fleets.ts';
import { SCENARIOS, type Scenario } from './distance/operator.ts';
import { rowsFor } from './loopback/keys.ts';

/**
 * The program on loopback or the console alone, fleets at a distance, machines over SSH, starts of the single
 * executable, or changed rows.
 */
export type BenchOptions =
  | {
      readonly kind: 'loopback';
      readonly steps: number;
      /** Built programs, measured side by side. */
      readonly programs: readonly string[];
    }
  | {
      readonly kind: 'console';
      readonly steps: number;
      readonly fleet: FleetName;
      readonly programs: readonly string[];
    }
  | {
      readonly kind: 'distance';
      /** Round trips in milliseconds, from near to far. */
      readonly latencies: readonly number[];
      readonly seconds: number;
      readonly fleets: readonly FleetName[];
      readonly programs: readonly string[];
      readonly scenario: Scenario | null;
      /** Of an answer 429; 0 for none. */
      readonly retryAfter: number;
    }
  | {
      readonly kind: 'machines';
      readonly machines: number;
      /** Of each part: at rest, and with a moving cursor. */
      readonly seconds: number;
      readonly rounds: number;
    }
  | {
      readonly kind: 'one-file';
      /** Of each program. */
      readonly starts: number;
    }
  /** `bids` is the only fleet; null for all. */
  | { readonly kind: 'changes'; readonly bids: number | null }
  | { readonly kind: 'refused'; readonly reason: string };

const STEPS = 1000;
const SECONDS = 120;
const MACHINE_SECONDS = 30;
const ROUNDS = 3;
const ONE_FILE_STARTS = 15;

export function parseOptions(args: readonly string[]): BenchOptions {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        console: { type: 'boolean' },
        'one-file': { type: 'boolean' },
        latency: { type: 'string' },
        seconds: { type: 'string' },
        fleet: { type: 'string' },
        machines: { type: 'string' },
        rounds: { type: 'string' },
        while: { type: 'string' },
        'retry-after': { type: 'string' },
        program: { type: 'string', multiple: true },
      },
    });
    const { program: programs = [program], console: isAlone = false, 'one-file': isOneFile = false, ...texts } = values;
    if (positionals[0] === 'changes') {
      const [, bids = null, ...more] = positionals;
      return more.length + Object.keys(values).length > 0
        ? refused('"changes" takes nothing more than a number of bids.')
        : { kind: 'changes', bids: bids === null ? null : Number(bids) };
    }
    if (isOneFile) return oneFile(positionals, Object.keys(values));
    if (isAlone) return consoleAlone(positionals, texts, programs);
    const others = Object.keys(texts).length;
    if (others === 0) return loopback(positionals, programs);
    if (positionals[0] !== undefined) return refused('Only a bench on loopback takes a number of steps.');
    if (texts.machines !== undefined) {
      return values.program === undefined ? machines(texts) : refused('--machines takes no --program.');
    }
    if (texts.rounds !== undefined) return refused('Only --machines takes --rounds.');
    return distance(texts, programs);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Node's second sentence is about leading hyphens.
    return refused(`${reason.split('. ')[0]}.`);
  }
}

type Texts = Readonly<Record<string, string | undefined>>;

function oneFile(positionals: readonly string[], given: readonly string[]): BenchOptions {
  const other = given.find((name) => name !== 'one-file');
  if (other !== undefined) return refused(`--one-file takes no --${other}.`);
  const starts = wholeNumber(positionals[0] ?? String(ONE_FILE_STARTS));
  return starts === null || starts === 0 || positionals.length > 1
    ? refused('Give the number of starts as one whole number from 1.')
    : { kind: 'one-file', starts };
}

function consoleAlone(positionals: readonly string[], values: Texts, programs: readonly string[]): BenchOptions {
  const other = Object.keys(values).find((name) => name !== 'fleet');
  if (other !== undefined) return refused(`--console takes no --${other}.`);
  const fleet = fleetIn(values);
  if (fleet === 'unknown') return unknownFleet(values);
  const steps = stepsIn(positionals);
  if (steps === null) return wrongSteps;
  return tooShort(fleet ?? 'live', steps) ?? { kind: 'console', steps, fleet: fleet ?? 'live', programs };
}

/** Null for a walk within the list. */
function tooShort(fleet: FleetName, steps: number): BenchOptions | null {
  const { bids } = FLEETS[fleet];
  const needed = rowsFor(steps);
  return needed <= bids ? null : refused(`The fleet ${fleet} has ${bids} bids: ${steps} steps need ${needed}.`);
}

const fleetIn = ({ fleet }: Texts): FleetName | 'unknown' | null =>
  fleet === undefined ? null : (fleetNames.find((name) => name === fleet) ?? 'unknown');

const unknownFleet = ({ fleet }: Texts): BenchOptions =>
  refused(`There is no fleet "${fleet}": give ${fleetNames.join(', ')}.`);

function distance(values: Texts, programs: readonly string[]): BenchOptions {
  const fleet = fleetIn(values);
  if (fleet === 'unknown') return unknownFleet(values);
  const scenario = SCENARIOS.find((name) => name === values['while']) ?? null;
  if (values['while'] !== undefined && scenario === null) {
    return refused(`"${values['while']}" is nothing that can happen meanwhile: give ${SCENARIOS.join(', ')}.`);
  }
  const latencies = latenciesIn(values['latency'] ?? '0');
  if (latencies === null) return refused('Give --latency in whole milliseconds, several with commas.');
  const seconds = wholeNumber(values['seconds'] ?? String(SECONDS));
  if (seconds === null || seconds === 0) return refused('Give --seconds as a whole number from 1.');
  const retryAfter = wholeNumber(values['retry-after'] ?? '0');
  if (retryAfter === null) return refused('Give --retry-after in whole seconds.');
  if (retryAfter > 0 && scenario !== '429') return refused('Only --while 429 takes --retry-after.');
  const byDefault = fleetNames.filter((name) => FLEETS[name].byDefault);
  const fleets = fleet === null ? byDefault : [fleet];
  return { kind: 'distance', latencies, seconds, fleets, programs, scenario, retryAfter };
}

/** A single one gets loopback beside it. Null unless whole numbers. */
function latenciesIn(text: string): readonly number[] | null {
  const several = text.split(',').map(wholeNumber);
  const known = several.filter((latency) => latency !== null);
  if (known.length < several.length) return null;
  return [...new Set(known.length === 1 ? [0, ...known] : known)].sort((a, b) => a - b);
}

function loopback(positionals: readonly string[], programs: readonly string[]): BenchOptions {
  const steps = stepsIn(positionals);
  if (steps === null) return wrongSteps;
  return tooShort('live', steps) ?? { kind: 'loopback', steps, programs };
}

/** Null unless one whole number from 1. */
function stepsIn(positionals: readonly string[]): number | null {
  const steps = wholeNumber(positionals[0] ?? String(STEPS));
  return steps === 0 || positionals.length > 1 ? null : steps;
}

function machines(values: Texts): BenchOptions {
  const other = ['latency', 'fleet', 'while', 'retry-after'].find((name) => values[name] !== undefined);
  if (other !== undefined) return refused(`--machines takes no --${other}.`);
  const count = (name: string, byDefault: number): number => wholeNumber(values[name] ?? String(byDefault)) ?? 0;
  const found = {
    machines: count('machines', 0),
    seconds: count('seconds', MACHINE_SECONDS),
    rounds: count('rounds', ROUNDS),
  };
  if (Object.values(found).includes(0))
    return refused('Give --machines, --seconds and --rounds as whole numbers from 1.');
  return { kind: 'machines', ...found };
}

const refused = (reason: string): BenchOptions => ({ kind: 'refused', reason });

const wrongSteps = refused('Give the steps of the walk as one whole number from 1.');

const wholeNumber = (text: string): number | null => (/^\d{1,6}$/.test(text) ? Number(text) : null);
