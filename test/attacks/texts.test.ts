import { drive } from './drive.ts';
import { textRows } from './rows-texts.ts';

drive(textRows);
