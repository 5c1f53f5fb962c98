import { type Ways, way } from '../../stories/way.ts';

const FILE = `${process.cwd()}/contrib/fleet.toml`;

export const ways: Ways = {
  export: way('reads'),
  diff: way('reads', FILE),
  apply: way('changes', FILE, '--yes'),
};
