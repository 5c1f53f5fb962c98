import { drive } from './drive.ts';
import { lossRows } from './rows-others.ts';

drive(lossRows);
