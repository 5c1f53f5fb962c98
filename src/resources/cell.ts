/** How a text is to be seen. What each looks like is the theme's; nothing is told by it alone. */
export type Tone = 'plain' | 'dim' | 'strong' | 'good' | 'busy' | 'warn' | 'bad' | 'accent';

export type Cell = { readonly text: string; readonly tone?: Tone };

/** What a column sorts by. Rows with null come last whichever way the column is sorted. */
export type SortKey = string | number | bigint | null;
