import type { ProfileConfig } from '../../config/profile-config.ts';
import { localZone } from '../../lib/calendar.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import { once } from '../../lib/memoize.ts';
import { own } from '../../lib/typed-key.ts';
import { system } from '../../system/system.ts';
import type { Rule } from './kinds.ts';
import { rulesSetting } from './settings.ts';

const common = { allow: false, maxWrites: 20 } as const;
const dollars = (amount: number) => ({ sign: '$', micros: BigInt(Math.round(amount * 1_000_000)) });

/** Rules of a demo without own ones: they rehearse, as all new rules. */
const demoRules = once((): readonly Rule[] => [
  {
    ...common,
    name: 'nights',
    kind: 'schedule',
    bids: { kind: 'filter', text: 'name:notebooks' },
    pause: '0 20 * * *',
    resume: '0 7 * * *',
    zone: localZone(system().clock.now()),
    missed: 'skip',
    maxCost: dollars(10),
  },
  {
    ...common,
    name: 'climb',
    kind: 'ladder',
    bids: { kind: 'filter', text: 'name:train-llama-eu' },
    waitMs: MINUTE_MS,
    step: { kind: 'percent', percent: 5 },
    cap: dollars(13),
    lower: null,
    maxCost: dollars(110),
  },
]);

export function rulesOfProfile(profile: Pick<ProfileConfig, 'own' | 'storage' | 'connected'>): readonly Rule[] {
  const written = own(profile, rulesSetting);
  const isDemo = profile.connected.demo && profile.storage.past !== undefined;
  return written.length === 0 && isDemo ? demoRules() : written;
}
