import { readAhead } from './read-ahead';

describe('readAhead', () => {
  const log: string[] = [];
  beforeEach(() => (log.length = 0));

  async function* pages(failing = Number.NaN) {
    try {
      for (let page = 1; page <= 4; page++) {
        log.push(`read ${page}`);
        if (page === failing) throw new Error(`page ${page} is lost`);
        yield page;
      }
    } finally {
      log.push('closed');
    }
  }

  it('reads one page ahead, but never two', async () => {
    for await (const page of readAhead(pages())) {
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`handled ${page}`);
    }
    expect(log).toEqual([
      'read 1',
      'read 2',
      'handled 1',
      'read 3',
      'handled 2',
      'read 4',
      'handled 3',
      'closed',
      'handled 4',
    ]);
  });

  it('throws the error of a read after the pages before it have been handled', async () => {
    const handled: number[] = [];
    const reading = async () => {
      for await (const page of readAhead(pages(3))) handled.push(page);
    };
    await expect(reading()).rejects.toThrow('page 3 is lost');
    expect(handled).toEqual([1, 2]);
  });

  it('closes the source if the caller stops early', async () => {
    for await (const page of readAhead(pages())) if (page === 1) break;
    expect(log).toEqual(['read 1', 'read 2', 'closed']);
  });
});
