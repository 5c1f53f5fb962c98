import { elsewhere } from '../../../attacks/elsewhere.ts';
import type { AttackRow } from '../../../attacks/row.ts';
import { SSHD } from '../../../driver/ssh-server.ts';
import * as machines from './machines.ts';

/** Attacks by machines that are read. */
export const attacks: readonly AttackRow[] = [
  {
    id: 'screen-machines',
    group: 'commands',
    enters: 'names of GPUs and processes on a machine that is read over SSH',
    tries:
      'hostile texts, as many as a machine can have GPUs, in the pane Machines, its GPUs, the detail and the copy menu',
    happens: 'shown as text; title, clipboard and modes of the terminal stay as they are, and nothing runs',
    tried: { texts: machines.ON_MACHINE, doors: 2, exits: 1 },
    proof: machines.hostileMachine,
    needs: [SSHD],
    asProgram: true,
  },
  ...elsewhere([
    {
      id: 'machine-tools',
      group: 'commands',
      enters: 'what the GPU tools of a machine print: names of GPUs and processes, messages of drivers',
      tries: 'to act on the terminal, to be more than one line, to forge a GPU',
      happens: 'each sample is bounded and safe to print, whatever its bytes',
      file: 'test/features/machines/reader/parse-sample.test.ts',
      tests: [
        'shows no terminal sequence and no endless message',
        'whatever bytes a machine sends, the sample is bounded and safe to print',
        'whatever stands in the fields of a tool, the sample is bounded and safe to print',
        'two lines with one index are one GPU, so that no row is there twice',
      ],
    },
    {
      id: 'machine-tools-ssh',
      group: 'commands',
      enters: 'the same, over a real SSH connection',
      tries: 'escape sequences in names, the arguments of a process, a message of a driver',
      happens: 'shown as text; arguments of processes are not read',
      file: 'test/features/machines/reader/tools.program.test.ts',
      tests: [
        'whose tool prints escape sequences shows them as harmless characters, and no arguments of a process',
        'with a driver that fails says what nvidia-smi printed',
      ],
    },
    {
      id: 'machine-words',
      group: 'commands',
      enters: 'what ssh, a banner or a shell prints in place of a sample',
      tries: 'to act on the terminal, or to be taken for a sample',
      happens: 'the reason why the machine is not read, as text',
      file: 'test/features/machines/reader/ssh-problems.program.test.ts',
      tests: ['a login that ends at once, with its words made harmless', 'fails with the words of its jump host'],
    },
    {
      id: 'machine-top',
      group: 'commands',
      enters: 'names of machines, GPUs and processes in `spotdeck top`',
      tries: 'escape sequences and formulas in tables, JSON, NDJSON and CSV',
      happens: 'shown as text; no cell is calculated',
      file: 'test/features/machines/stories/top.test.ts',
      tests: ['prints hostile names of machines and processes harmlessly in every format'],
    },
    {
      id: 'machine-floods',
      group: 'memory and time',
      enters:
        'machines that print without end, before a sample, in one, from a GPU tool, or on stderr, also byte by byte',
      tries: 'to fill the memory of the console, to hold it up, or to cost it its processor',
      happens: 'the connection ends with a reason; a flood of a tool costs that sample only',
      file: 'test/features/machines/reader/ssh-problems.program.test.ts',
      tests: [
        'a machine that floods instead of greeting',
        'a machine that floods instead of a sample',
        'a machine that floods stderr',
      ],
    },
  ]),
];
