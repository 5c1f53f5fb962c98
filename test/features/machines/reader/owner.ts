// A program that watches machines as the console does, until it is killed. It prints a line for each sample and each end.
import { machinesOverSsh } from '../../../../src/features/machines/machine-ssh.ts';

const [everyMs = '', destination = '', ...options] = process.argv.slice(2);
const source = machinesOverSsh(() => ({ user: null, options }));
source.open({ fid: 'i-0', destination }, Number(everyMs), {
  opened: () => undefined,
  sampled: () => process.stdout.write('sampled\n'),
  ended: ({ kind }) => process.stdout.write(`${kind}\n`),
});
process.stdout.write('started\n');
