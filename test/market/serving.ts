import { serveMarket } from '../../src/market/server.ts';

/** A program of its own that serves a market on the file it is given, until it is killed. */
const market = await serveMarket({ db: process.argv[2] ?? ':memory:', token: 'token', speed: 0 });
process.stdout.write(`${market.origin}\n`);
