import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Variables } from '../../driver/environment.ts';
import type { Terminal } from '../../driver/terminal.ts';
import { newPath } from '../../journal/snapshots.ts';
import { demo, type Scene, usual } from '../../screenshots/scene.ts';

/** A command that says something about bids, and ends for one of them with a code. */
const COMMANDS = `[[commands]]
name = "Check the price"
key = "w"
panes = ["bids"]
shell = true
run = "echo $SPOTDECK_NAME costs $SPOTDECK_PRICE; test $SPOTDECK_NAME != distill"

[[commands]]
name = "Note"
panes = ["bids"]
run = ["echo", "{name}"]
`;

/** Settings of a console with these commands. */
async function withCommands(): Promise<Variables> {
  const config = join(dirname(newPath()), 'commands.toml');
  writeFileSync(config, COMMANDS);
  return { SPOTDECK_CONFIG: config };
}

/** The runs of a command on some marked bids. */
async function commandRuns(terminal: Terminal): Promise<void> {
  await terminal.see('w check the price');
  terminal.type('/8xa100\r*w');
  await terminal.see(/failed\./);
  terminal.type(':runs\r');
  await terminal.see(/distill +ended with code 1/);
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'custom-commands', args: [...demo, '--speed', '0'], env: withCommands, script: commandRuns },
];
