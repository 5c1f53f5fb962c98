import { serveMarket } from '../../src/market/server.ts';

/** A separate program that serves a market on a file until it is killed. */
const market = await serveMarket({ db: process.argv[2] ?? ':memory:', token: 'token', speed: 0 });
process.stdout.write(`${market.origin}\n`);
