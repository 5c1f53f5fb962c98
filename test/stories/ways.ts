import { broughtBy } from '../brought.ts';
import { endless, type NeededByWays, type Ways, type WaysOfFeature, way } from './way.ts';

const NOTHING: NeededByWays = { config: '', env: {} };
const brought = await broughtBy<WaysOfFeature>('ways.ts');

/**
 * Every way to act from a shell: each command of the program stands here or in the ways of its feature, those with options that do
 * something else several times. A command that is missing fails the test, and so does one that changes something in a program that is
 * read-only.
 */
export const WAYS: Ways = {
  spotdeck: way('reads'),
  demo: endless('local'),
  market: endless('local'),
  watch: way('reads', '--once'),
  get: way('reads', 'bids'),
  config: way('local', 'path'),
  profiles: way('local'),
  login: endless('local'),
  logout: way('local'),
  doctor: way('reads'),
  licenses: way('local'),
  completion: way('local', 'bash'),
  complete: way('local', 'bid'),
  help: way('local'),

  'bid place': way('changes', '--type', '8xh100', '--region', 'us-east1-b', '--limit-price', '$2', '--yes'),
  'bid update': way('changes', 'train-llama', '--limit-price', '$2', '--yes'),
  'bid pause': way('changes', 'train-llama', '--yes'),
  'bid resume': way('changes', 'distill', '--yes'),
  'bid cancel': way('changes', 'train-llama', '--yes'),
  'volume create': way('changes', '--name', 'new', '--size', '10', '--yes'),
  'volume delete': way('changes', 'scratch', '--yes'),
  'ssh-key create': way('changes', '--name', 'new', '--yes'),
  'api-key create': way('changes', '--name', 'new', '--yes', '--show-secret'),
  'api-key revoke': way('changes', 'ci', '--yes'),
  ...Object.fromEntries(brought.flatMap(({ ways }) => Object.entries(ways))),
};

/** The kinds of being read-only: how each is given. */
export const READ_ONLY = [
  { by: 'the option', args: ['--read-only'], env: {}, config: '' },
  { by: 'the variable', args: [], env: { SPOTDECK_READ_ONLY: 'true' }, config: '' },
  { by: 'the config file', args: [], env: {}, config: 'read_only = true\n' },
] as const;

/** Opens what the ways of all features need: lines of the config file, and variables. */
export async function neededByWays(): Promise<NeededByWays> {
  const needed = await Promise.all(brought.map(async (feature) => (await feature.needed?.()) ?? NOTHING));
  return {
    config: needed.map(({ config }) => config).join(''),
    env: Object.fromEntries(needed.flatMap(({ env }) => Object.entries(env))),
  };
}
