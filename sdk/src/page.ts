/** A page of a list, and all items from it on: `await` it, or `for await` over it. */
export interface Page<Result, Item> extends Promise<Result>, AsyncIterable<Item> {}

interface Body<Item> {
  results: Item[];
  links: { next?: string };
}

/** Returns a page that is read once; `read` is given the query of the page, as the link to it says. */
export function pageOf<Item>(
  read: (query?: Record<string, string>) => Promise<Body<Item>>,
): Page<Body<Item>, Item> {
  const first = read();
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = await first;
      for (;;) {
        yield* page.results;
        if (!page.links.next) return;
        page = await read(Object.fromEntries(new URL(page.links.next).searchParams));
      }
    },
  });
}
