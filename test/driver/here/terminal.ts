import type { Home } from '../environment.ts';
import { type Opening, type Terminal, terminalWith } from '../terminal.ts';
import { startHere } from './program.ts';
import { InputHere, OutputHere } from './streams.ts';
import { underWay } from './under-way.ts';
import { worldOfTest } from './world.ts';

/** After SIGTERM, in milliseconds of its clock. */
const ENDS_MS = 30_000;

export function openTerminalHere(
  opening: Pick<Opening, 'columns' | 'rows'> & { readonly args: readonly string[] },
  home: Home,
): Terminal {
  const world = worldOfTest();
  const start: Parameters<typeof terminalWith>[2] = ({ columns, rows, show }) => {
    const input = new InputHere(true);
    const output = new OutputHere(show, { columns, rows });
    const program = startHere({ args: opening.args, home, world, input, output, errors: output });
    let isOver = false;
    const exited = program.ended.then((code) => {
      isOver = true;
      return { code, signal: null };
    });
    const kill = (signal: NodeJS.Signals): void => {
      underWay.changed();
      if (!program.signal(signal))
        throw new Error(`A program of this process does not hear ${signal}: the story needs a process of its own.`);
    };
    return {
      pid: process.pid,
      write: (bytes) => {
        underWay.changed();
        program.within(() => void input.push(Buffer.from(bytes)));
      },
      resize: (toColumns, toRows) =>
        program.within(() => {
          output.resize(toColumns, toRows);
          program.signal('SIGWINCH');
        }),
      kill,
      end: async () => {
        if (!program.signal('SIGTERM')) return;
        await world.until(() => isOver, ENDS_MS);
      },
      exited,
    };
  };
  return terminalWith(opening, home, start, { time: world, after: world.clock.after });
}
