import { drive } from './drive.ts';
import { oddRows } from './rows-others.ts';

drive(oddRows);
