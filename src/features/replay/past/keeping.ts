import type { RunningConsole } from '../../../app/runtime-part.ts';
import { openPastFolder, pastFolder } from './folder.ts';
import { type Keeper, keepPast } from './keeper.ts';

/** Keeps the past of a console in the folder of this user. */
export const keepPastOf = (parts: RunningConsole): Keeper =>
  keepPast({ ...parts, folder: openPastFolder(pastFolder()) });
