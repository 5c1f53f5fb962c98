import type { Fixture } from './fixture.ts';
import type { Fault, InjectedFault } from './wire.ts';

/** Polling after a fault. */
export type Recovery = 'by itself' | 'after the wait' | 'with a token' | 'next refresh' | 'no need';

/** Reported outcome of a change that met a fault. */
export type ExpectedText = 'done' | 'refused' | 'unknown';

/** Causes a fault; returns the function that ends it. */
export type Apply = (fixture: Fixture, injected: InjectedFault) => Promise<() => Promise<void>>;

/** One fault: its cause, its effect on screen, and its end. */
export type FaultRow = {
  readonly id: string;
  /** Name of the fault in the operator's words. */
  readonly what: string;
  readonly apply: Apply;
  /** Lists that are read through it; all without a value. */
  readonly only?: RegExp;
  /** Texts on the screen during the fault: in the header, in the title or body of a pane, at its foot. HOST stands for host and port. */
  readonly sees: { readonly header: string; readonly pane: string | null; readonly hint: string | null };
  /** Explanation on the page about faults, where those texts alone are not clear. */
  readonly tells?: string;
  readonly recovers: Recovery;
  /** Retry-After of the service, in milliseconds. */
  readonly waitMs?: number;
  /** Largest number of requests for one read of a list. */
  readonly requests?: number;
  /** Milliseconds after which pages are requested again before their lists have failed. */
  readonly pagesAgainMs?: number;
  /** Rows on screen: those from before, or those of the responses. */
  readonly rows: 'stay' | 'live';
  /** Outcome of a change, and whether the service may have carried it out or not; null for a fault of lists only. */
  readonly write: {
    readonly told: ExpectedText;
    /** Set when the outcome of a deletion differs: its response body is ignored, and a row that is gone is a success. */
    readonly deletion?: ExpectedText;
    readonly carriedOut: readonly boolean[];
  } | null;
};

/** The lists fail and keep their rows; all is well at once; or with the next answer. */
export const FAILS = { recovers: 'by itself', rows: 'stay' } as const;
export const FITS = { recovers: 'no need', rows: 'live' } as const;
export const NEXT = { recovers: 'next refresh', rows: 'live' } as const;

/** What becomes of a change. */
export const KEPT_BACK = { told: 'refused', carriedOut: [false] } as const;
export const NOT_SENT = { told: 'unknown', carriedOut: [false] } as const;
export const SENT = { told: 'unknown', carriedOut: [true] } as const;
export const PERHAPS = { told: 'unknown', carriedOut: [false, true] } as const;
export const DONE = { told: 'done', carriedOut: [true] } as const;
/** The body of a response to a deletion is ignored. */
export const DONE_BUT_UNREAD = { told: 'unknown', deletion: 'done', carriedOut: [true] } as const;

/** Fault on the wire. */
export function onWire(fault: Fault): Apply {
  return async ({ wire }, injected) => {
    wire.fault(fault, injected);
    return async () => wire.fault(null);
  };
}

/** Fault on the wire while lists come in pages of five rows. */
export function inPages(fault: Fault): Apply {
  return async (fixture, injected) => {
    fixture.wire.fault(fault, injected);
    fixture.connect({ pageSize: 5 });
    return async () => {
      fixture.wire.fault(null);
      fixture.connect({ pageSize: 100 });
    };
  };
}

/** Service address that leads elsewhere. */
export function elsewhere(address: (fixture: Fixture) => string): Apply {
  return async (fixture) => {
    fixture.connect({ baseUrl: address(fixture) });
    return async () => fixture.connect({ baseUrl: fixture.wire.origin });
  };
}
