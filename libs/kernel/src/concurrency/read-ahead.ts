/**
 * Reads each page while the caller handles the previous page. At most two pages are in memory.
 *
 * If a read fails, its error is thrown when the caller asks for the page. If the caller stops early, `pages` is closed
 * after the current read.
 */
export async function* readAhead<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page, void, void> {
  const iterator = pages[Symbol.asyncIterator]();
  let next = begin(iterator);
  try {
    for (;;) {
      const page = await next;
      if (page.done) return;
      next = begin(iterator);
      yield page.value;
    }
  } finally {
    await next.catch(() => undefined);
    await iterator.return?.();
  }
}

function begin<Page>(iterator: AsyncIterator<Page>): Promise<IteratorResult<Page>> {
  const next = iterator.next();
  // The error is thrown to the caller later. Until then, it must not count as unhandled.
  next.catch(() => undefined);
  return next;
}
