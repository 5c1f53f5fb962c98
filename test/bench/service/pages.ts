/** Texts of the pages of a list by the cursor that asks for them, in their order; the first by ''. */
export type PageTexts = ReadonlyMap<string, string>;

/** Reads the texts of all pages of a list. */
export async function readPages(list: string): Promise<PageTexts> {
  const pages = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const text: string = await (await fetch(cursor === '' ? list : `${list}?next_cursor=${cursor}`)).text();
    pages.set(cursor, text);
    const page: { readonly next_cursor: string | null } = JSON.parse(text);
    cursor = page.next_cursor;
  }
  return pages;
}
