import type { SampleSource } from '../machines/source.ts';
import type { SshWay } from './tmux-ssh.ts';

/** Returns the source that reads machines over the system's `ssh`. */
export function machinesOverSsh(way: () => SshWay): SampleSource {
  return {
    simulated: false,
    open: (_, __, { ended }) => {
      const message = `ssh ${way().options.join(' ')}`;
      setImmediate(() => ended({ kind: 'no-ssh', message }));
      return { close: () => undefined };
    },
  };
}
