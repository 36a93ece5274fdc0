import { patiently } from './patiently';

const unreachable = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

/** Returns work that fails with each of these errors, and then succeeds. */
function failing(...errors: Error[]): jest.Mock<Promise<string>, [boolean]> {
  const work = jest.fn<Promise<string>, [boolean]>().mockResolvedValue('done');
  for (const error of errors) work.mockRejectedValueOnce(error);
  return work;
}

describe('patiently', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('repeats work while the database is unreachable, and reports only the first failure', async () => {
    const work = failing(unreachable, unreachable);
    const onWait = jest.fn();
    const done = patiently(work, { onWait });
    await jest.advanceTimersByTimeAsync(1000);
    await expect(done).resolves.toBe('done');
    expect(work.mock.calls).toEqual([[true], [false], [false]]);
    expect(onWait.mock.calls).toEqual([[unreachable]]);
  });

  it('fails if the database is unreachable for two minutes', async () => {
    const work = jest.fn().mockRejectedValue(unreachable);
    const failed = patiently(work).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(120_000);
    expect(work).toHaveBeenCalledTimes(241);
    await jest.advanceTimersByTimeAsync(500);
    expect(await failed).toBe(unreachable);
  });

  it.each<[string, Error, Parameters<typeof patiently>[1]]>([
    ['the database has refused the statement', new Error('syntax error'), {}],
    ['the work may not be repeated', unreachable, { mayRepeat: () => false }],
    ['the signal is aborted', unreachable, { signal: AbortSignal.abort() }],
  ])('repeats nothing if %s', async (_, error, patience) => {
    const work = failing(error);
    await expect(patiently(work, patience)).rejects.toBe(error);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('makes a last attempt at once if the signal is aborted during a pause', async () => {
    const work = failing(unreachable, unreachable);
    const stop = new AbortController();
    const failed = patiently(work, { signal: stop.signal }).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(100);
    stop.abort();
    expect(await failed).toBe(unreachable);
    expect(work).toHaveBeenCalledTimes(2);
  });
});
