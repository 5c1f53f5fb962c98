/** What happened, oldest first. Of more than `most` entries the oldest tenth is forgotten. */
export class Log<Entry> {
  readonly #most: number;
  #entries: Entry[] = [];
  /** How many were forgotten. */
  #first = 0;
  #saved = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Number of the oldest one, counted from the first ever. */
  get first(): number {
    return this.#first;
  }

  /** With the number of the first of them. */
  get unsaved(): { readonly from: number; readonly entries: readonly Entry[] } {
    const from = Math.max(this.#saved, this.#first);
    return { from, entries: this.#entries.slice(from - this.#first) };
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length <= this.#most) return;
    const forgotten = Math.ceil(this.#most / 10);
    this.#entries.splice(0, forgotten);
    this.#first += forgotten;
  }

  saved(): void {
    this.#saved = this.#first + this.#entries.length;
  }

  /** Instead of what it holds: entries that were saved. */
  restore(first: number, entries: readonly Entry[]): void {
    this.#entries = [...entries];
    this.#first = first;
    this.saved();
  }
}
