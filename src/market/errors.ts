export const MARKET_FAILURES = [
  'port-taken',
  'port-refused',
  'file-unusable',
  'file-in-use',
  'file-foreign',
  'file-newer',
  'file-damaged',
  'reading-unknown',
  'options-wrong',
  'worker-died',
] as const;
export type MarketFailureKind = (typeof MARKET_FAILURES)[number];

/** The message is a sentence for the operator. */
export class MarketFailure extends Error {
  override readonly name = 'MarketFailure';
  readonly kind: MarketFailureKind;

  constructor(kind: MarketFailureKind, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.kind = kind;
  }
}
