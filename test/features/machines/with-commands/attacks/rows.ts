import { elsewhere } from '../../../../attacks/elsewhere.ts';

/** Attacks by machines on commands of the operator. */
export const attacks = elsewhere([
  {
    id: 'machine-placeholders',
    group: 'commands',
    enters: 'placeholders of custom commands about GPUs',
    tries: 'names of GPUs and processes that a shell would run',
    happens: 'the values are numbers and lists of numbers, nothing else',
    file: 'test/features/machines/with-commands/placeholders.test.ts',
    tests: ['hostile text of a machine reaches no value'],
  },
]);
