import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects in the order in which they begin. */
const PROJECTS = ['programs', 'sample', 'simulations', 'stories', 'parts'];

/** Files that take longest: one that began last would run alone at the end. */
const LONGEST = [
  'autopilot-killed',
  'deleted-feature',
  'release',
  'rotation-killed',
  'journal-lost',
  'autopilot',
  'ssh-problems',
  'machine-processes',
  'one-file',
  'operators',
  'reads',
  'narrow',
  'texts',
  'model',
  'in-view',
];

/** Place of a file among those of its project. */
function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.indexOf(basename(moduleId).replace(/(?:\.program)?\.test\.ts$/, ''));
  return place < 0 ? LONGEST.length : place;
}

/** Order of the files of a run: projects that wait before those that compute, and long files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (a, b) => PROJECTS.indexOf(a.project.name) - PROJECTS.indexOf(b.project.name) || placeOf(a) - placeOf(b),
    );
  }
}
