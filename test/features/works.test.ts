import { expect, test } from 'vitest';
import { features } from '../../src/features/index.ts';
import type { OwnWork, Resource } from '../../src/resources/resource.ts';
import type { PaneName } from '../../src/resources/rows.ts';
import type { Features } from '../../src/store/state.ts';
import { loadedFeatures, loadedFrom } from '../features-loaded.ts';

/** The actions that begin the work of a feature that nothing does, by their ids. */
function withoutWork({ panes, paneNames, works }: Features): readonly string[] {
  const inPane = <Name extends PaneName>(name: Name): readonly string[] => {
    const { actions }: Resource<Name> = panes[name];
    return actions.flatMap(({ id, effect }) =>
      effect.kind === 'work' && works?.has(effect.work) !== true ? [id] : [],
    );
  };
  return paneNames.flatMap((name) => inPane(name));
}

test('each key that begins the work of a feature has that work', () => {
  expect(withoutWork(loadedFeatures)).toEqual([]);
});

test('an action whose work nothing does is named, and one is not whose feature does it', async () => {
  const [done, undone]: readonly [OwnWork, OwnWork] = [{ needs: 'nothing' }, { needs: 'nothing' }];
  const planted = features.with({
    name: 'tides',
    panes: () =>
      Promise.resolve({
        additions: {
          bids: {
            actions: {
              before: 'bid-instances',
              add: [
                { id: 'bid-ebb', key: 'E', label: 'Ebb', hint: null, effect: { kind: 'work', work: done } },
                { id: 'bid-flood', key: 'F', label: 'Flood', hint: null, effect: { kind: 'work', work: undone } },
              ],
            },
          },
        },
      }),
    screen: () => Promise.resolve({ works: [[done, () => undefined]] }),
  });
  expect(withoutWork(await loadedFrom(planted))).toEqual(['bid-flood']);
});
