import { join } from 'node:path';
import { system } from './system.ts';

export type OwnFolders = {
  readonly config: string;
  readonly data: string;
  readonly cache: string;
  /** Logs and crash reports. */
  readonly state: string;
};

const NAME = 'spotdeck';

/** The program's folders by XDG on Linux, or by the platform. None is created. */
export function ownFolders(platform: NodeJS.Platform = process.platform): OwnFolders {
  const { environment, home } = system();
  if (platform === 'darwin') {
    const library = join(home(), 'Library');
    return {
      config: join(library, 'Preferences', NAME),
      data: join(library, 'Application Support', NAME),
      cache: join(library, 'Caches', NAME),
      state: join(library, 'Logs', NAME),
    };
  }
  if (platform === 'win32') {
    const local = environment['LOCALAPPDATA'] || join(home(), 'AppData', 'Local');
    const roaming = environment['APPDATA'] || join(home(), 'AppData', 'Roaming');
    return {
      config: join(roaming, NAME, 'Config'),
      data: join(local, NAME, 'Data'),
      cache: join(local, NAME, 'Cache'),
      state: join(local, NAME, 'Log'),
    };
  }
  const under = (variable: string, usual: string): string => join(environment[variable] || join(home(), usual), NAME);
  return {
    config: under('XDG_CONFIG_HOME', '.config'),
    data: under('XDG_DATA_HOME', '.local/share'),
    cache: under('XDG_CACHE_HOME', '.cache'),
    state: under('XDG_STATE_HOME', '.local/state'),
  };
}
