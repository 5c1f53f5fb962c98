import { edited } from './console-with.ts';

/** A person's changes to the demo's file. */
export const EDITS = [
  ['limit_price = "$1.75"', 'limit_price = "$1.95"'],
  ['name = "pretrain-b200"', 'name = "pretrain-b200"\npaused = true'],
  ['name = "sweep-c"', 'name = "sweep-d"'],
  ['instance_quantity = 8\nlimit_price = "$11.50"', 'instance_quantity = 6\nlimit_price = "$11.50"'],
  ['name = "scratch"', 'name = "scratch-2"'],
] as const;

export const editedFleet = (text: string): string => edited(text, EDITS);
