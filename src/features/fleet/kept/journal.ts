import * as z from 'zod';
import { newBid } from '../../../contract/bid.ts';
import { newVolume } from '../../../contract/volume.ts';
import { type JournalAccess, recordsIn } from '../../../journal/access.ts';
import type { HolderChange } from '../../../journal/leases.ts';
import { keyOf, type Scope } from '../../../journal/scope.ts';
import { once } from '../../../lib/memoize.ts';
import { jsonIn } from '../../../lib/values.ts';

const before = { known: z.array(z.string()), isWhole: z.boolean(), newestAt: z.number().nullable() };

/** A write as recorded before it is sent: no script, no secret. */
const sentWrite = once(() =>
  z.discriminatedUnion('call', [
    z.object({ call: z.literal('placeBid'), body: newBid(), ...before }),
    z.object({ call: z.literal('createVolume'), body: newVolume(), ...before }),
    z.object({ call: z.enum(['cancelBid', 'deleteVolume']), name: z.string(), fid: z.string() }),
    z.object({
      call: z.literal('updateBid'),
      name: z.string(),
      fid: z.string(),
      body: z.object({
        paused: z.boolean().optional(),
        limit_price: z.string().optional(),
        volumes: z.array(z.string()).optional(),
      }),
    }),
  ]),
);
export type SentWrite = z.output<ReturnType<typeof sentWrite>>;

/** `at` is in milliseconds since 1970; `sent` is null for the format of another version. */
export type OpenWrite = { readonly id: number; readonly at: number; readonly sent: SentWrite | null };

/** `missed`: the lists never showed it. */
export type WriteEnd = 'done' | 'refused' | 'missed';

const Id = z.object({ id: z.int() });
const Row = z.object({ id: z.int(), at: z.int(), sent: z.string() });

export const applyLease = ({ service, project }: Scope): Scope => ({ service, project: `${project}\napply` });

/** Only the holder of the project's lease begins and ends writes. */
function createFleetWrites({ database, now, read, leases }: JournalAccess) {
  const put = database.prepare('INSERT INTO fleet_writes (scope, at, sent) VALUES (?, ?, ?) RETURNING id');
  const end = database.prepare('UPDATE fleet_writes SET outcome = ? WHERE id = ? AND outcome IS NULL');
  const getOpen = database.prepare(
    'SELECT id, at, sent FROM fleet_writes WHERE scope = ? AND outcome IS NULL ORDER BY id',
  );
  return {
    beginFleetWrite: (
      scope: Scope,
      holder: string,
      sent: SentWrite,
    ): { readonly change: HolderChange; readonly id: number } => {
      let id = 0;
      const change = leases.asHolder(applyLease(scope), holder, () => {
        ({ id } = Id.parse(put.get(keyOf(scope), now(), JSON.stringify(sent))));
        return true;
      });
      return { change, id };
    },

    endFleetWrite: (scope: Scope, holder: string, id: number, outcome: WriteEnd): HolderChange =>
      leases.asHolder(applyLease(scope), holder, () => {
        end.run(outcome, id);
        return true;
      }),

    /** Null when they can't be read. */
    openFleetWrites: (scope: Scope): readonly OpenWrite[] | null =>
      read(() => [
        getOpen.all(keyOf(scope)).map((row) => {
          const { id, at, sent } = Row.parse(row);
          return { id, at, sent: sentWrite().safeParse(jsonIn(sent)).data ?? null };
        }),
      ])[0] ?? null,
  };
}

export const fleetJournal = recordsIn('fleet', createFleetWrites);
