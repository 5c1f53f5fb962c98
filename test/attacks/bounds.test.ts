import { drive } from './drive.ts';
import { boundRows } from './rows-others.ts';

drive(boundRows);
