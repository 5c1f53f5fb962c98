import type { Applies, HostQuery } from './host-patterns.ts';
import type { Section } from './parse-ssh-config.ts';

/** A file of the configuration of `ssh`: its sections with the files that they include, or null when it could not be read. */
export type ConfigFile = { readonly path: string; readonly sections: readonly SectionWithFiles[] | null };

export type SectionWithFiles = Section & { readonly files: readonly ConfigFile[] };

/** Where a configuration has a host. */
export type Place = { readonly path: string; readonly line: number };

/** Every machine has it in its own list of hosts. */
const EVERYWHERE: ReadonlyMap<string, Place> = new Map([['localhost', { path: '/etc/hosts', line: 1 }]]);

/**
 * A function that finds the section of the operator's configuration that names a host, or may do so; null
 * without one. What applies to every host names none.
 */
export function ownHosts(files: readonly ConfigFile[]): (name: string) => Place | null {
  const named = new Map([...EVERYWHERE, ...files.flatMap(jumpsIn)]);
  return (name) => {
    const known = named.get(name.toLowerCase());
    if (known !== undefined) return known;
    return placeIn(files, name, false) ?? placeIn(files, name, true);
  };
}

function placeIn(files: readonly ConfigFile[], name: string, isFinalPass: boolean): Place | null {
  const asked: HostQuery = { typed: name, target: name, isFinalPass };
  const sections = applying(files, asked);
  const isRenamed = sections.some(({ isRenaming }) => isRenaming);
  const judged = isRenamed ? applying(files, { ...asked, target: null }) : sections;
  return judged.find(({ applies }) => applies !== 'to-any')?.at ?? null;
}

type ApplyingSection = { readonly at: Place; readonly applies: Applies; readonly isRenaming: boolean };

/** The sections that apply to a host, or may do so. */
function applying(files: readonly ConfigFile[], asked: HostQuery): readonly ApplyingSection[] {
  const found: ApplyingSection[] = [];
  for (const { path, sections } of files) {
    if (sections === null) found.push({ at: { path, line: 1 }, applies: 'unknown', isRenaming: true });
    for (const section of sections ?? []) {
      const applies = section.applies(asked);
      if (applies === 'no') continue;
      found.push({ at: { path, line: section.line }, applies, isRenaming: section.isRenaming });
      found.push(...applying(section.files, asked));
    }
  }
  return found;
}

function jumpsIn({ path, sections }: ConfigFile): readonly (readonly [string, Place])[] {
  return (sections ?? []).flatMap(({ jumps, files, line }) => [
    ...jumps.map((jump) => [jump.toLowerCase(), { path, line }] as const),
    ...files.flatMap(jumpsIn),
  ]);
}
