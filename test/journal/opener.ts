import { createInterface } from 'node:readline';
import { openJournal } from '../../src/journal/journal.ts';
import { machineClock } from '../../src/lib/clock.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { HERE, noted } from './scope.ts';

/** A program that opens a journal when it is told to, notes something, and ends with its input: `opener.ts FILE WHAT`. */
const [path = '', what = ''] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
process.stdout.write('ready\n');
await lines.next();
const journal = openJournal(path, machineClock.now, serviceResources, []);
journal.note(HERE, what, machineClock.now(), noted('operator', 'done', what));
process.stdout.write('noted\n');
await lines.next();
journal.close();
