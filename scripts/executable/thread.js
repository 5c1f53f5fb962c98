// What the market's thread runs in a single executable.
import { OWN, serveOwnFiles } from './files.js';

serveOwnFiles();
// An error ends the thread, and its parent reports it.
void import(`${OWN}market-worker.js`);
