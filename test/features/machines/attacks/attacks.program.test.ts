import { drivePrograms } from '../../../attacks/drive.ts';
import { attacks } from './rows.ts';

drivePrograms(attacks);
