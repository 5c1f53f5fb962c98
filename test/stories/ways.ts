/**
 * What a command does: `changes` something at the service, `releases` a rule, which then changes something, `holds` a rule, `notifies`
 * an address of the operator, `reads` the service or the journal, or works on this machine alone (`local`), which `--read-only` is not for.
 */
export type Does = 'changes' | 'releases' | 'holds' | 'notifies' | 'reads' | 'local';

export type Way = {
  readonly does: Does;
  /** Words after the command that make it a whole one; null for a command that does not end by itself. */
  readonly args: readonly string[] | null;
};

const way = (does: Does, ...args: readonly string[]): Way => ({ does, args });
const endless = (does: Does): Way => ({ does, args: null });

/** Rule of the config file that the ways below name. */
export const RULE = 'climb';

/**
 * Every way to act from a shell: each command of the program stands here, those with options that do something else several times. A
 * command that is missing fails the test, and so does one that changes something in a program that is read-only.
 */
export const WAYS: Readonly<Record<string, Way>> = {
  spotdeck: way('reads'),
  demo: endless('local'),
  replay: way('local', 'no-such-file'),
  market: endless('local'),
  ssh: way('reads', 'train-llama-0', '--', 'true'),
  'ssh-config': way('reads'),
  watch: way('reads', '--once'),
  digest: way('reads'),
  spend: way('reads'),
  top: way('reads'),
  price: way('reads'),
  exporter: endless('reads'),
  get: way('reads', 'bids'),
  config: way('local', 'path'),
  profiles: way('local'),
  login: endless('local'),
  logout: way('local'),
  doctor: way('reads'),
  completion: way('local', 'bash'),
  complete: way('local', 'bid'),
  help: way('local'),

  autopilot: way('releases'),
  'autopilot --release': way('releases', RULE),
  'autopilot --hold': way('holds', RULE),
  'autopilot --against': way('local', 'no-such-file'),
  notify: way('reads'),
  'notify --test': way('notifies'),

  'bid place': way('changes', '--type', '8xh100', '--region', 'us-east1-b', '--limit-price', '$2', '--yes'),
  'bid update': way('changes', 'train-llama', '--limit-price', '$2', '--yes'),
  'bid pause': way('changes', 'train-llama', '--yes'),
  'bid pause --set': way('changes', 'night', 'train-llama', '--yes'),
  'bid resume': way('changes', 'distill', '--yes'),
  'bid resume --set': way('changes', 'night', '--yes'),
  'bid cancel': way('changes', 'train-llama', '--yes'),
  'volume create': way('changes', '--name', 'new', '--size', '10', '--yes'),
  'volume delete': way('changes', 'scratch', '--yes'),
  'ssh-key create': way('changes', '--name', 'new', '--yes'),
  'api-key create': way('changes', '--name', 'new', '--yes', '--show-secret'),
  'api-key revoke': way('changes', 'ci', '--yes'),
  'api-key rotate': way('changes', '--yes'),
  'api-key rotate --abort': way('changes', '--yes'),
};

/** The kinds of being read-only: how each is given. */
export const READ_ONLY = [
  { by: 'the option', args: ['--read-only'], env: {}, config: '' },
  { by: 'the variable', args: [], env: { SPOTDECK_READ_ONLY: 'true' }, config: '' },
  { by: 'the config file', args: [], env: {}, config: 'read_only = true\n' },
] as const;
