import { openJournal } from '../../src/journal/journal.ts';
import { machineClock } from '../../src/lib/clock.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { HERE, noted } from './scope.ts';

/** A separate console that records one action after the other: `writer.ts FILE NAME COUNT`. */
const [path = '', name = '', count = '0'] = process.argv.slice(2);
const journal = openJournal(path, machineClock.now, serviceResources, []);
for (let n = 0; n < Number(count); n++) {
  journal.note(HERE, `write-${n}`, machineClock.now(), noted('operator', 'done', `${name} ${n}`));
  if (n === 10) process.stdout.write('begun\n');
}
// As the thread of a console does before it closes.
while (journal.flush() > 0);
journal.close();
