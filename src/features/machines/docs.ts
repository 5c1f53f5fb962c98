import type { DocsPart } from '../../command/feature.ts';
import { code } from '../../lib/words.ts';
import { machineArguments } from './machine-ssh.ts';
import { troubleWords } from './parts/machine-problem.ts';
import { SCRIPT } from './reader/script.ts';
import { NEEDS_OPERATOR } from './reading.ts';

/** The command reading a machine, a line for each option. */
function machineCommand(): string {
  const words = machineArguments({ user: null, options: ['OPTIONS'] }, 'host') ?? [];
  const line = ['ssh', ...words.map((word) => (word.includes(' ') ? `'${word}'` : word))].join(' ');
  return `\`\`\`sh\n${line.replaceAll(' -o ', ' \\\n  -o ').replace(' OPTIONS', ' \\\n  OPTIONS')}\n\`\`\``;
}

function machineTroubles(): string {
  const untilAsked: readonly string[] = NEEDS_OPERATOR;
  return Object.entries(troubleWords)
    .map(
      ([kind, { word, remedy }]) =>
        `- ${code(word)}${untilAsked.includes(kind) ? '*' : ''}: ${remedy('`s`').replace(' It is tried again.', '')}`,
    )
    .join('\n');
}

export const docs: readonly DocsPart[] = [
  { file: 'docs/machines.md', marks: 'command', text: machineCommand },
  { file: 'docs/machines.md', marks: 'problems', text: machineTroubles },
  { file: 'docs/machine.sh', marks: null, text: () => SCRIPT },
];
