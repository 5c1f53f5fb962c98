/** The minimum of every console: fetches and parses the same pages at the same pace. `node loop.ts ADDRESS SECONDS`. */
const [address = '', every = '2'] = process.argv.slice(2);
let held: unknown[] = [];

async function list(path: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer = await fetch(`${address}${path}?limit=100${cursor === '' ? '' : `&next_cursor=${cursor}`}`);
    const page: { readonly data: unknown[]; readonly next_cursor: string | null } = JSON.parse(await answer.text());
    rows.push(...page.data);
    cursor = page.next_cursor;
  }
  return rows;
}

for (;;) {
  const began = performance.now();
  held = [...(await list('/v2/spot/bids')), ...(await list('/v2/instances'))];
  process.stdout.write(`${held.length} rows\n`);
  const rest = Number(every) * 1000 - (performance.now() - began);
  await new Promise((done) => setTimeout(done, Math.max(0, rest)));
}

export {};
