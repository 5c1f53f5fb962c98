/** The meaning of a text's style. No information is in the tone alone. */
export type Tone = 'plain' | 'dim' | 'strong' | 'good' | 'busy' | 'warn' | 'bad' | 'accent';

/** `end` is shown whole or not at all: a number cut short is another one. */
export type Cell = { readonly text: string; readonly tone?: Tone; readonly end?: string };

/** Rows with null come last in both directions. */
export type SortKey = string | number | bigint | null;
