import { createServer } from 'node:http';
import { serveOnLoopback } from '../../driver/loopback.ts';
import { type NeededByWays, type Ways, way } from '../../stories/way.ts';

/** Its ways to act from a shell. */
export const ways: Ways = {
  notify: way('reads'),
  'notify --test': way('notifies'),
};

export async function needed(): Promise<NeededByWays> {
  const chat = await serveOnLoopback(createServer((_, response) => response.end()));
  return {
    config: '[[notify]]\nname = "chat"\nurl_env = "CHAT_URL"\nformat = "json"\n',
    env: { CHAT_URL: `${chat}/` },
  };
}
