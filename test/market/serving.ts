import { serveMarket } from '../../src/market/server.ts';

const market = await serveMarket({ db: process.argv[2] ?? ':memory:', token: 'token', speed: 0 });
process.stdout.write(`${market.origin}\n`);
