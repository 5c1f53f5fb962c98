import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type Finding, failure, ok } from '../../command/doctor-lines.ts';
import { ownFile } from '../../lib/own-files.ts';
import { counted } from '../../lib/words.ts';

/** What the build writes of its files: the SHA-256 of each, by name. */
const Manifest = z.record(z.string(), z.string());

/** How the program was installed, and whether its files are those of the build. */
export async function installedFinding(): Promise<Finding> {
  const { way, again } = installation();
  const built = await manifest();
  if (built === null) return failure('installed', `${way}; the list of its files is missing or damaged.`, again);
  const names = Object.keys(built);
  const checked = await Promise.all(names.map(async (name) => ({ name, hash: await hashOf(name) })));
  const altered = checked.filter(({ name, hash }) => hash !== built[name]).map(({ name }) => name);
  return altered.length === 0
    ? ok('installed', `${way}; ${counted(names.length, 'file')}, all as they were built`)
    : failure('installed', `${way}; missing or not as they were built: ${altered.join(', ')}.`, again);
}

/** The way it was installed, with its place, and what installs it again. */
function installation(): { readonly way: string; readonly again: string } {
  if (isSea()) return { way: `single file ${process.execPath}`, again: 'Download it again.' };
  const root = fileURLToPath(new URL('..', import.meta.url));
  return existsSync(new URL('../scripts/build.js', import.meta.url))
    ? { way: `clone ${root}`, again: 'Run "npm run build".' }
    : { way: `npm package ${root}`, again: 'Install it again.' };
}

async function manifest(): Promise<Readonly<Record<string, string>> | null> {
  try {
    return Manifest.parse(JSON.parse(new TextDecoder().decode(await ownFile('manifest.json'))));
  } catch {
    return null;
  }
}

/** The SHA-256 of a file of the program; null when it can't be read. */
async function hashOf(name: string): Promise<string | null> {
  try {
    return hash('sha256', await ownFile(name), 'hex');
  } catch {
    return null;
  }
}
