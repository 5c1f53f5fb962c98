import { expect, test } from 'vitest';
import { disks, KINDS, REASON } from '../../../stories/small-disk.ts';
import { CAP, openRules } from './autopilot.ts';

for (const isNew of [false, true])
  test.for(KINDS)(
    `an autopilot that starts on a disk that is %s, ${isNew ? 'without' : 'with'} a journal on it, says why in plain words, sends nothing, and goes on by itself`,
    async (kind, context) => {
      const disk = disks[kind](context);
      const rules = await openRules(CAP, { SPOTDECK_JOURNAL: disk.journal });
      if (!isNew) expect(await rules.run('--release', 'cap')).toMatchObject({ code: 0 });
      disk.breaks();
      const ended = rules.start();
      await ended.prints(/cap: budget, waits\./);
      expect(ended.errors()).toMatch(REASON[kind]);
      // A supervisor sees it.
      expect(await ended.end('SIGTERM')).toEqual([5, null]);
      const autopilot = rules.start();
      await autopilot.prints(/can't be used: /);
      expect(rules.writes()).toEqual([]);
      disk.mends();
      await autopilot.prints(/The journal can be used again\./);
      if (isNew) {
        await autopilot.prints(/cap: budget, rehearses\. .*\n(.*\n)*.* would pause pretrain-b200/);
        expect(rules.writes()).toEqual([]);
      } else {
        await autopilot.prints(/cap: budget, acts\.\n(.*\n)*.* paused pretrain-b200/);
        expect(rules.writes()).toHaveLength(4);
      }
      expect(await autopilot.end('SIGTERM')).toEqual([0, null]);
    },
  );
