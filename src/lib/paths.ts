import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is a folder or lies in it. Links must have been followed. */
export function isInFolder(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return !(inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside));
}
