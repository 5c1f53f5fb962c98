/** The meaning of a text's style, which the theme defines. No information is in the tone alone. */
export type Tone = 'plain' | 'dim' | 'strong' | 'good' | 'busy' | 'warn' | 'bad' | 'accent';

export type Cell = { readonly text: string; readonly tone?: Tone };

/** The value a column sorts by. Rows with null come last in both directions. */
export type SortKey = string | number | bigint | null;
