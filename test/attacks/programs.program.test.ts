import { drivePrograms } from './drive.ts';
import { commandRows } from './rows-commands.ts';
import { boundRows, lossRows, oddRows, smallRows } from './rows-others.ts';
import { textRows } from './rows-texts.ts';

drivePrograms([...commandRows, ...textRows, ...lossRows, ...boundRows, ...smallRows, ...oddRows]);
