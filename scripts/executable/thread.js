// What a thread runs in a single executable.
import { workerData } from 'node:worker_threads';
import { OWN, serveOwnFiles } from './files.js';

serveOwnFiles();
// An error ends the thread, and its parent reports it.
void import(`${OWN}${workerData.entry}`);
