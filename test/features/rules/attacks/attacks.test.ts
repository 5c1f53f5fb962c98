import { drive } from '../../../attacks/drive.ts';
import { attacks } from './rows.ts';

drive(attacks);
