/** The meaning of a text's style, which the theme defines. No information is in the tone alone. */
export type Tone = 'plain' | 'dim' | 'strong' | 'good' | 'busy' | 'warn' | 'bad' | 'accent';

/** A text on screen; `end` is the end of it, which is shown whole or not at all where there is too little room: a number cut short is another one. */
export type Cell = { readonly text: string; readonly tone?: Tone; readonly end?: string };

/** The value a column sorts by. Rows with null come last in both directions. */
export type SortKey = string | number | bigint | null;
