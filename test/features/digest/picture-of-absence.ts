import { execFileSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { node, program } from '../../driver/built.ts';
import { freshHome, type Variables } from '../../driver/environment.ts';
import { openMarketProgram } from '../../driver/market-program.ts';
import { newPath } from '../../journal/snapshots.ts';

/** Length of the absence in the picture, in milliseconds. */
const AWAY_MS = 8 * 3_600_000;

/** A lively market that was looked at once, and a journal in which that was hours ago. */
export async function afterAbsence(): Promise<Variables> {
  const market = await openMarketProgram(['--speed', '600']);
  const env = { ...market.env, SPOTDECK_JOURNAL: newPath() };
  execFileSync(node, [program, 'watch', '--once'], { env: freshHome(env).env });
  const journal = new DatabaseSync(env.SPOTDECK_JOURNAL);
  journal.exec(`
    UPDATE reads SET asked = asked - ${AWAY_MS}, began = began - ${AWAY_MS};
    UPDATE rows SET asked = asked - ${AWAY_MS};
    UPDATE observed SET began = began - ${AWAY_MS}, ended = ended - ${AWAY_MS};
    UPDATE steps SET at = at - ${AWAY_MS}, since = since - ${AWAY_MS};
  `);
  journal.close();
  return env;
}
