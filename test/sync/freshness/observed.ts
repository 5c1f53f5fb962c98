import { type Options, type Simulation, simulate } from './simulation.ts';

/** Starts a console and measures it from a time on for some milliseconds. */
export async function observed(options: Options, fromMs: number, forMs: number): Promise<Simulation> {
  const simulation = await simulate(options);
  simulation.poller.start('bids');
  await simulation.pass(fromMs);
  simulation.measure();
  await simulation.pass(forMs);
  simulation.measures().end();
  return simulation;
}
