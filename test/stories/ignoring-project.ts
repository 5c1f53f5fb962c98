import { type Market, openMarket } from '../driver/console.ts';
import { alteredMarket } from './altered.ts';
import { evidenceOf } from './evidence.ts';
import { STILL } from './service.ts';

/** Rows that the service lists although they are of another project. */
const FOREIGN = ['render', 'sweep-a', 'scratch', 'laptop'];

/** A service that ignores the project it is asked for, seen from aside. */
export async function ignoringProject(): Promise<{
  readonly market: Market;
  readonly writes: () => readonly string[];
}> {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const { env } = await alteredMarket(
    { ...market, origin: evidence.env['SPOTDECK_BASE_URL'] ?? '', env: evidence.env },
    (row) => (FOREIGN.includes(String(row['name'])) ? { ...row, project: 'proj_other' } : row),
  );
  return {
    market: { ...market, env },
    writes: () => evidence.writes().map(({ method, path }) => `${method} ${path}`),
  };
}
