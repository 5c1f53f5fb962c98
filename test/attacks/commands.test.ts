import { drive } from './drive.ts';
import { commandRows } from './rows-commands.ts';

drive(commandRows);
