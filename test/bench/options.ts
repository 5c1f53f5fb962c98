import { parseArgs } from 'node:util';
import { FLEETS, type FleetName, fleetNames } from './distance/fleets.ts';

/** What to measure: the program on loopback, fleets at a distance, or machines that are read over SSH. */
export type BenchOptions =
  | { readonly kind: 'loopback'; readonly steps: number }
  | {
      readonly kind: 'distance';
      /** Round trip to the service, in milliseconds. */
      readonly latency: number;
      readonly seconds: number;
      readonly fleets: readonly FleetName[];
    }
  | {
      readonly kind: 'machines';
      readonly machines: number;
      /** Length of each of its two parts: at rest, and with a cursor that moves. */
      readonly seconds: number;
      readonly rounds: number;
    }
  | { readonly kind: 'refused'; readonly reason: string };

const STEPS = 1000;
const SECONDS = 120;
const MACHINE_SECONDS = 30;
const ROUNDS = 3;

/** Reads the arguments of `npm run bench`. */
export function parseOptions(args: readonly string[]): BenchOptions {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        latency: { type: 'string' },
        seconds: { type: 'string' },
        fleet: { type: 'string' },
        machines: { type: 'string' },
        rounds: { type: 'string' },
      },
    });
    if (Object.keys(values).length === 0) return loopback(positionals);
    if (positionals[0] !== undefined) return refused('Only a bench without options takes a number of steps.');
    if (values.machines !== undefined) return machines(values);
    if (values.rounds !== undefined) return refused('Only --machines takes --rounds.');
    const fleet = fleetNames.find((name) => name === values.fleet);
    if (values.fleet !== undefined && fleet === undefined) {
      return refused(`There is no fleet "${values.fleet}": give ${fleetNames.join(', ')}.`);
    }
    const latency = wholeNumber(values.latency ?? '0');
    if (latency === null) return refused('Give --latency in whole milliseconds.');
    const seconds = wholeNumber(values.seconds ?? String(SECONDS));
    if (seconds === null || seconds === 0) return refused('Give --seconds as a whole number from 1.');
    const byDefault = fleetNames.filter((name) => FLEETS[name].byDefault);
    return { kind: 'distance', latency, seconds, fleets: fleet === undefined ? byDefault : [fleet] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Node's second sentence is about arguments that begin with a hyphen, which none of these does.
    return refused(`${reason.split('. ')[0]}.`);
  }
}

function loopback(positionals: readonly string[]): BenchOptions {
  const steps = wholeNumber(positionals[0] ?? String(STEPS));
  return steps === null || steps === 0 || positionals.length > 1
    ? refused('Give the steps of the walk as one whole number from 1.')
    : { kind: 'loopback', steps };
}

function machines(values: Readonly<Record<string, string | undefined>>): BenchOptions {
  if (values['latency'] !== undefined || values['fleet'] !== undefined) {
    return refused('--machines takes no --latency and no --fleet.');
  }
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

const wholeNumber = (text: string): number | null => (/^\d{1,6}$/.test(text) ? Number(text) : null);
