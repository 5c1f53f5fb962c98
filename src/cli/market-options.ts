import { InvalidArgumentError } from 'commander';
import { flag, number, type TypedOptions, text, whole } from '../command/options.ts';
import type { MarketOptions } from '../market/options.ts';

export type MarketSettings = Omit<MarketOptions, 'variants'> & { readonly variants?: MarketOptions['variants'] };

const speed = (text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 3600))
    throw new InvalidArgumentError('Give a number from 0 to 3600.');
  return value;
};

export const MARKET = {
  db: text('--db <file>', 'File that keeps the market between runs; :memory: keeps nothing.'),
  fresh: flag('--fresh', 'Start over with a new world.'),
  seed: number('--seed <number>', 'Seed of a new world; the same seed gives the same world.', whole(0, 2 ** 31)),
  speed: number('--speed <factor>', 'Speed of market time; 0 stops it.', speed),
  instances: number('--instances <count>', 'Approximate number of instances in a new world.', whole(0, 100_000)),
  reading: text(
    '--reading <list>',
    'Choices for what the interface leaves open, such as last-page=absent,volumes=extend.',
  ),
  strict: flag('--strict', 'Answer the interface alone, not what a service may say beyond it.'),
  ssh: text('--ssh <host:port>', 'SSH destination reported by every instance.'),
};

/** The last three are options of `market` alone. */
type TypedMarket = TypedOptions<typeof MARKET> & {
  readonly port?: number | null;
  readonly token?: string | null;
  readonly project?: string | null;
};

/** The market itself parses the variants. */
export async function marketSettings(typed: TypedMarket): Promise<MarketSettings> {
  const { db, fresh, seed, speed: factor, instances, reading, strict, ssh, port, token, project } = typed;
  return {
    ...(db === null ? {} : { db }),
    ...(fresh ? { fresh } : {}),
    ...(seed === null ? {} : { seed }),
    ...(factor === null ? {} : { speed: factor }),
    ...(instances === null ? {} : { instances }),
    ...(port == null ? {} : { port }),
    ...(token == null ? {} : { token }),
    ...(project == null ? {} : { project }),
    extras: !strict,
    ...(ssh === null ? {} : { sshDestination: ssh }),
    ...(reading === null ? {} : { variants: await variantsIn(reading) }),
  };
}

async function variantsIn(text: string): Promise<MarketOptions['variants']> {
  const { parseVariants } = await import('../market/variants.ts');
  return parseVariants(text);
}
