/** Changes that a person makes to the file of the demo's fleet. */
export const EDITS = [
  ['limit_price = "$1.75"', 'limit_price = "$1.95"'],
  ['name = "pretrain-b200"', 'name = "pretrain-b200"\npaused = true'],
  ['name = "sweep-c"', 'name = "sweep-d"'],
  ['instance_quantity = 8\nlimit_price = "$11.50"', 'instance_quantity = 6\nlimit_price = "$11.50"'],
  ['name = "scratch"', 'name = "scratch-2"'],
] as const;

/** The text of that file with these changes. */
export function editedFleet(text: string): string {
  return EDITS.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`There is no ${from} in the file.`);
    return before.replace(from, to);
  }, text);
}
