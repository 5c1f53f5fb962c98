import type { Fixture } from './fixture.ts';
import { IMPATIENT_MS, PATIENT_MS } from './fixture.ts';
import type { Fault, InjectedFault } from './wire.ts';

/** How reading goes on after a fault. */
export type Recovery = 'by itself' | 'after the wait' | 'with a token' | 'next refresh' | 'no need';

/** How a change that met a fault is told to have ended. */
export type ExpectedText = 'done' | 'refused' | 'unknown';

/** Lets a fault strike; what it answers with calms the wire again. */
export type Apply = (fixture: Fixture, injected: InjectedFault) => Promise<() => Promise<void>>;

/** One fault: what it is, how to bring it about, what the operator sees of it, and how it ends. */
export type FaultRow = {
  readonly id: string;
  /** What it is, as the operator would call it. */
  readonly what: string;
  readonly apply: Apply;
  /** The lists that are read through it; all when it is not said. */
  readonly only?: RegExp;
  /** Words on the screen while it lasts: in the header, in the title or body of a pane, at its foot. HOST stands for host and port. */
  readonly sees: { readonly header: string; readonly pane: string | null; readonly hint: string | null };
  /** What the page about faults says of it, where those words alone don't tell. */
  readonly tells?: string;
  readonly recovers: Recovery;
  /** How long the service asks to be left alone. Milliseconds. */
  readonly waitMs?: number;
  /** How many requests one question for a list may make. */
  readonly requests?: number;
  /** Rows stay as they were, or are those of the answers that came. */
  readonly rows: 'stay' | 'live';
  /** How a change ends that meets it, and whether the service may have carried it out or not; null: it is about lists only. */
  readonly write: {
    readonly told: ExpectedText;
    /** When it is something else for what is deleted or cancelled: there an answer's body means nothing, and what is gone is done. */
    readonly deletion?: ExpectedText;
    readonly carriedOut: readonly boolean[];
  } | null;
};

/** A fault on the wire. */
export function onWire(fault: Fault): Apply {
  return async ({ wire }, injected) => {
    wire.fault(fault, injected);
    return async () => wire.fault(null);
  };
}

/** A fault on the wire that ends only when the client's patience does. */
export function untilGivenUp(fault: Fault): Apply {
  return async (fixture, injected) => {
    fixture.wire.fault(fault, injected);
    fixture.connect({ timeoutMs: IMPATIENT_MS });
    return async () => {
      fixture.wire.fault(null);
      fixture.connect({ timeoutMs: PATIENT_MS });
    };
  };
}

/** A fault on the wire while lists come in pages of five rows. */
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

/** The service's address leads elsewhere. */
export function elsewhere(address: (fixture: Fixture) => string): Apply {
  return async (fixture) => {
    fixture.connect({ baseUrl: address(fixture) });
    return async () => fixture.connect({ baseUrl: fixture.wire.origin });
  };
}
