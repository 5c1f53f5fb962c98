import type { Console } from '../../../driver/console.ts';

/** The title of the pane with the machines of one bid, and with all of them. */
export const OF_BID = /m Machines . SIMULATED . \d+ of \d+/;
export const ALL = /m Machines . SIMULATED . \d+ (?!of)/;

/** Opens the machines of the bid under the cursor, then all. */
export async function openMachines(console: Console): Promise<void> {
  console.type(':pretrain-b200\r');
  await console.see(/[▌>] +pretrain-b200 /);
  console.do('machines');
  await console.see(OF_BID);
  console.do('machines');
  await console.see(ALL);
  await console.see(/\d%/);
}
