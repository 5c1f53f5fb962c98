import type { Script } from '../../../stories/script.ts';
import { asked } from '../../../stories/service.ts';

/** By name, as a token sees them; none when it is refused. */
export async function activeKeys({ market }: Pick<Script, 'market'>, token: string): Promise<readonly unknown[]> {
  const keys = await asked({ ...market, token }, '/v2/api-keys');
  return keys.filter((key) => key['deactivated_at'] === null).map((key) => key['name']);
}
