import { drive } from './drive.ts';
import { smallRows } from './rows-others.ts';

drive(smallRows);
