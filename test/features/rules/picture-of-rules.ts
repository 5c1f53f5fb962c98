import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { answer } from '../../driver/answer.ts';
import type { Variables } from '../../driver/environment.ts';
import type { Terminal } from '../../driver/terminal.ts';
import { newPath } from '../../journal/snapshots.ts';

const RULES = `[[rules]]
name = "nights-off"
kind = "schedule"
bids = "name:render"
pause = "0 20 * * 1-5"
resume = "0 7 * * 1-5"
zone = "UTC"
max_cost = "$20"

[[rules]]
name = "training-ladder"
kind = "ladder"
bids = "name:train"
wait = "10s"
step = "5 %"
cap = "$30"
max_cost = "$500"

[[rules]]
name = "sweep-anywhere"
kind = "spread"
like = "sweep-c"
quantity = 4
max_cost = "$70"
places = [
  { type = "8xa100.us-east1-b", region = "us-east1-b", limit_price = "$5.50" },
  { type = "8xa100.eu-west4-a", region = "eu-west4-a", limit_price = "$5.40" },
]

[[rules]]
name = "idle-notebooks"
kind = "idle"
bids = "name:notebook"
after = "45m"

[[rules]]
name = "budget"
kind = "budget"
per_hour = "$300"
pause = ["name:sweep", "name:eval"]
zone = "UTC"
max_writes = 1
`;

/** Settings of a console with these rules. */
export async function withRules(): Promise<Variables> {
  const journal = newPath();
  const config = join(dirname(journal), 'rules.toml');
  writeFileSync(config, RULES);
  return { SPOTDECK_CONFIG: config, SPOTDECK_JOURNAL: journal };
}

/** A rule waits for its lists, and a ladder for its wait. */
const PATIENT = { timeout: 30_000 };

/** The rules after the operator has released some of them and held one. */
export async function rulesPane(terminal: Terminal): Promise<void> {
  await terminal.see(/5 rules rehearse/);
  terminal.press('A');
  await terminal.see(/sweep-anywhere .*place sweep-c-/);
  const release = async (name: string): Promise<void> => {
    terminal.press('Space');
    await answer(terminal, 'Space');
    await terminal.see(new RegExp(`▌ +${name} +\\w+ +\\S (?!rehearses)`));
  };
  await release('budget');
  terminal.press('j');
  await release('idle-notebooks');
  terminal.press('Space');
  await terminal.see(/idle-notebooks .*held by you/);
  terminal.press('j');
  await release('nights-off');
  terminal.press('G');
  await release('training-ladder');
  await terminal.see(/budget .*held: It wants/, PATIENT);
  await terminal.see(/training-ladder .* set train-llama-eu to.* raise train-llama-eu from/, PATIENT);
  terminal.press('v');
  await terminal.see(/Preview ▸ rule training-ladder/);
}
