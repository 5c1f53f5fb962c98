import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { asked, BIDS, named, SSH_KEYS, STILL, VOLUMES } from './service.ts';

test('a bid typed into the form is placed exactly as typed', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  await console.pane('bids').do('place-bid');
  await console.see('Place a bid');
  console.type('night-sweep');
  console.press('Tab');
  console.type('1xl40s.us-e');
  await console.see('1xl40s.us-east1-b');
  console.press('Right', 'Tab');
  await console.see(/Region\*\s+us-east1-b +from the type/);
  console.type('2');
  console.press('Tab');
  console.type('0.95');
  await console.see('$0.95 × 2 = $1.90 /h at most');
  console.press('Tab');
  await console.see(/\[ \] laptop/);
  await console.see('[x] ci');
  console.press('Space', 'Down', 'Space', 'Down', 'Space', 'Up');
  await console.see('▸ [x] laptop');
  await console.see('  [x] ops');
  await console.see('  [ ] ci');
  console.press('Tab');
  await console.see('[ ] renders  500 GB us-east1-b');
  expect(console.shows('[ ] ckpt')).toBe(false);
  console.press('Space', 'Tab');
  console.paste('#!/bin/bash\nset -e\npython render.py');
  await console.see('line 3 of 3');
  console.press('Tab');
  console.type('k8s_render');
  console.do('review');
  await console.see('Place a bid: review');
  await console.see(/Limit price\s+\$0\.95/);
  await console.see(/SSH keys\s+ops, laptop/);
  await console.see(/Volumes\s+renders/);
  await console.see(/Startup script\s+3 lines/);
  await console.see(/Cluster\s+k8s_render/);
  await console.see('$0.95 × 2 = $1.90 /h at most');
  await console.see('renders is a Block volume, which usually only one instance can use');
  await answer(console, 'Enter');
  await console.see('Type 2 to send it');
  expect(await named(market, BIDS, 'night-sweep')).toBeUndefined();
  console.type('2');
  await console.see('Number of instances: 2');
  await answer(console, 'Enter');
  await console.see('Placed night-sweep.');
  await console.see(/night-sweep\s+○ open/);
  const keys = await asked(market, SSH_KEYS);
  const fidOf = (name: string): unknown => keys.find((key) => key['name'] === name)?.['fid'];
  expect(await named(market, BIDS, 'night-sweep')).toMatchObject({
    limit_price: '$0.95',
    instance_quantity: 2,
    instance_type: '1xl40s.us-east1-b',
    region: 'us-east1-b',
    launch_specification: {
      ssh_keys: [fidOf('ops'), fidOf('laptop')],
      volumes: [(await named(market, VOLUMES, 'renders'))?.['fid']],
      startup_script: '#!/bin/bash\nset -e\npython render.py',
      kubernetes_cluster: 'k8s_render',
    },
  });
});
