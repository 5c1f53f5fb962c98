import { expect, test } from 'vitest';
import type { OwnWork, Resource } from '../../src/resources/resource.ts';
import type { PaneName } from '../../src/resources/rows.ts';
import { loadedFeatures } from '../features-loaded.ts';

/** The work of features that actions of a pane begin, by the id of the action. */
function worksIn<Name extends PaneName>(name: Name): readonly { readonly id: string; readonly work: OwnWork }[] {
  const { actions }: Resource<Name> = loadedFeatures.panes[name];
  return actions.flatMap(({ id, effect }) => (effect.kind === 'work' ? [{ id, work: effect.work }] : []));
}

test('each key that begins the work of a feature has that work', () => {
  const works = loadedFeatures.paneNames.flatMap((name) => worksIn(name));
  expect(works).not.toEqual([]);
  expect(works.filter(({ work }) => loadedFeatures.works?.has(work) !== true).map(({ id }) => id)).toEqual([]);
});
