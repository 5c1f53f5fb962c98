import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../driver/loopback.ts';
import { breaksOff, endless, resets, resetsAfter, silence, stalls } from './faults.ts';
import { selfSigned } from './self-signed.ts';
import {
  DONE,
  elsewhere,
  FAILS,
  type FaultRow,
  FITS,
  KEPT_BACK,
  NOT_SENT,
  onWire,
  PERHAPS,
  SENT,
} from './table-row.ts';

const STALE = { header: 'stale', pane: 'not refreshed' } as const;
const LATE = { ...STALE, hint: 'The service did not answer within 15 seconds.' } as const;
const BROKE = { ...STALE, hint: 'The connection to HOST broke off.' } as const;

/** No connection, or one that breaks. */
export const connections: readonly FaultRow[] = [
  {
    id: 'refused',
    what: 'nothing listens at the address',
    apply: async ({ wire, settle }) => {
      await wire.cut();
      await settle();
      return () => wire.mend();
    },
    sees: { ...STALE, hint: 'The service at HOST refused the connection.' },
    ...FAILS,
    write: KEPT_BACK,
  },
  {
    id: 'name',
    what: 'the name of the service is not found',
    apply: elsewhere(() => 'http://market.invalid'),
    sees: { ...STALE, hint: 'The name in market.invalid could not be found.' },
    ...FAILS,
    write: KEPT_BACK,
  },
  {
    id: 'tls',
    what: 'https to a service that does not speak it',
    apply: elsewhere(({ wire }) => wire.origin.replace('http:', 'https:')),
    sees: { ...STALE, hint: 'There is no https at HOST.' },
    ...FAILS,
    write: KEPT_BACK,
  },
  {
    id: 'certificate',
    what: 'https with a certificate that nobody trusts',
    apply: async (fixture) => {
      const server = await selfSigned();
      fixture.connect({ baseUrl: server.origin });
      return async () => {
        fixture.connect({ baseUrl: fixture.wire.origin });
        await server.close();
      };
    },
    sees: { ...STALE, hint: 'is from an unknown authority.' },
    tells: 'The certificate of HOST is from an unknown authority.',
    ...FAILS,
    write: KEPT_BACK,
  },
  {
    id: 'nobody-answers',
    what: 'the connection is taken, and nobody there',
    apply: async (fixture) => {
      const sockets = new Set<Socket>();
      const server = createServer((socket) => {
        // Reads what comes, so that it hears of the end.
        socket.resume().once('data', () => sockets.add(socket));
        socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
      });
      const port = await listenOnLoopback(server);
      fixture.connect({ baseUrl: `http://127.0.0.1:${port}` }, () => ({ before: sockets.size, during: 0 }));
      return async () => {
        fixture.connect({ baseUrl: fixture.wire.origin });
        for (const socket of sockets) socket.destroy();
        await new Promise<void>((resolve) => server.close(() => resolve()));
      };
    },
    sees: LATE,
    ...FAILS,
    write: NOT_SENT,
  },
  {
    id: 'slow-headers',
    what: 'the answer does not begin in time',
    apply: onWire(silence),
    sees: LATE,
    ...FAILS,
    write: PERHAPS,
  },
  {
    id: 'slow-body',
    what: 'the answer begins and does not end in time',
    apply: onWire(stalls),
    sees: LATE,
    ...FAILS,
    write: SENT,
  },
  {
    id: 'endless-body',
    what: 'the answer goes on and on',
    apply: onWire(endless),
    sees: LATE,
    ...FAILS,
    write: SENT,
  },
  {
    id: 'reset-before',
    what: 'the connection breaks off before the answer',
    apply: onWire(resets),
    sees: BROKE,
    ...FAILS,
    requests: 2,
    pagesAgainMs: 450,
    write: PERHAPS,
  },
  {
    id: 'reset-during',
    what: 'the connection breaks off during the answer',
    apply: onWire(breaksOff),
    sees: BROKE,
    ...FAILS,
    write: SENT,
  },
  {
    id: 'reset-after',
    what: 'the connection breaks off after the answer',
    apply: onWire(resetsAfter),
    sees: { header: 'live', pane: null, hint: null },
    ...FITS,
    write: DONE,
  },
];
