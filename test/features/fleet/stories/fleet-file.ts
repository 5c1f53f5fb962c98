import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openMarket } from '../../../driver/console.ts';
import { evidenceOf } from '../../../stories/evidence.ts';
import { openScript } from '../../../stories/script.ts';
import { STILL } from '../../../stories/service.ts';

/** With a fleet file; the service is seen from aside. */
export async function operator() {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const { home, run } = await openScript({ ...market, env: evidence.env });
  const file = join(home.folder, 'fleet.toml');
  const write = (text: string): void => writeFileSync(file, text);
  const edit = (from: string, to: string): void => {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(from);
    write(text.replace(from, to));
  };
  const exported = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await run(['export', ...args]);
    expect([code, err]).toEqual([0, '']);
    write(out);
    return out;
  };
  return { market, evidence, home, run, write, edit, exported };
}

/** With its volume; the project has neither. */
export const NEW_BID = `
[[bids]]
name = "fresh"
instance_type = "1xl40s.us-east1-b"
region = "us-east1-b"
instance_quantity = 1
limit_price = "$1.40"
volumes = ["fresh-disk"]
paused = true

[[volumes]]
name = "fresh-disk"
size_gb = 10
region = "us-east1-b"
disk_interface = "Block"
`;
