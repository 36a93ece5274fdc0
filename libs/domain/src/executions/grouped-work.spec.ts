import {
  assertAwaited,
  currentRequest,
  RequestAbandoned,
  type RequestScope,
  runInRequest,
} from '@app/kernel';
import { GroupedWork } from './grouped-work';

const limits = { items: 3, characters: 100, charactersOf: (text: string) => text.length };

/** Long enough for the next group to start. */
const turn = async () => {
  for (let count = 0; count < 3; count++) await new Promise(setImmediate);
};

/** Does the work when it is told to. */
function workshop() {
  const groups: { items: readonly string[]; done: () => void }[] = [];
  const work = new GroupedWork<string, string>(
    (items) =>
      new Promise((resolve) =>
        groups.push({ items, done: () => resolve(items.map((item) => item.toUpperCase())) }),
      ),
    limits,
  );
  return { work, groups };
}

describe('work in groups', () => {
  it('does together what is asked for in one turn, and gives each its own', async () => {
    const { work, groups } = workshop();
    const all = Promise.all([work.do('a'), work.do('b')]);
    await turn();
    groups[0]?.done();
    expect(await all).toEqual(['A', 'B']);
    expect(groups.map(({ items }) => items)).toEqual([['a', 'b']]);
  });

  it('gathers while a group is under way, up to the limit', async () => {
    const { work, groups } = workshop();
    const all = [work.do('a')];
    await turn();
    for (const item of ['b', 'c', 'd', 'e']) all.push(work.do(item));
    await turn();
    expect(groups).toHaveLength(1);
    for (let group = 0; group < 3; group++) {
      groups[group]?.done();
      await turn();
    }
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(groups.map(({ items }) => items)).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  });

  it('lets callers that were just answered join the next group', async () => {
    const { work, groups } = workshop();
    const again = work.do('a').then(() => new Promise(setImmediate).then(() => work.do('c')));
    await turn();
    const waiting = work.do('b');
    groups[0]?.done();
    await turn();
    groups[1]?.done();
    expect(await Promise.all([again, waiting])).toEqual(['C', 'B']);
    expect(groups.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
  });

  it('bounds what goes together by its size, but takes any one', async () => {
    const { work, groups } = workshop();
    const items = ['x'.repeat(60), 'y'.repeat(60), 'z'.repeat(300), 'w'];
    const all = Promise.all(items.map((item) => work.do(item)));
    for (let group = 0; group < 4; group++) {
      await turn();
      groups[group]?.done();
    }
    expect(await all).toHaveLength(4);
    expect(groups.map(({ items }) => items.length)).toEqual([1, 1, 1, 1]);
  });

  it('does not let one that is refused be the ruin of the others', async () => {
    const work = new GroupedWork<string, string>(async (items) => {
      if (items.includes('bad')) throw new Error('It is refused.');
      return items;
    }, limits);
    const all = await Promise.allSettled(['a', 'bad', 'b'].map((item) => work.do(item)));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('finds the one of many that is refused in few tries', async () => {
    let tries = 0;
    const work = new GroupedWork<number, number>(
      async (items) => {
        tries++;
        if (items.includes(77)) throw new Error('It is refused.');
        return items;
      },
      { items: 200, characters: Infinity, charactersOf: () => 0 },
    );
    const all = await Promise.allSettled(Array.from({ length: 200 }, (_, item) => work.do(item)));
    expect(all.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []))).toEqual([77]);
    expect(tries).toBeLessThan(20);
  });

  it('fails all together where the database is out of reach', async () => {
    let tries = 0;
    const gone = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    const work = new GroupedWork<string, string>(async () => {
      tries++;
      throw gone;
    }, limits);
    const all = await Promise.allSettled(['a', 'b'].map((item) => work.do(item)));
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(tries).toBe(1);
  });

  it('leaves out what nobody waits for any more when its group begins', async () => {
    const { work, groups } = workshop();
    const first = work.do('a');
    await turn();
    const left = runInRequest('left', () => {
      const waiting = work.do('b');
      Object.assign(currentRequest() ?? {}, { abandoned: true });
      return waiting;
    });
    const refused = left.catch((error: unknown) => error);
    const last = work.do('c');
    groups[0]?.done();
    expect(await refused).toBeInstanceOf(RequestAbandoned);
    await turn();
    groups[1]?.done();
    expect(await Promise.all([first, last])).toEqual(['A', 'C']);
    expect(groups.map(({ items }) => items)).toEqual([['a'], ['c']]);
  });

  it('begins again without a request that is abandoned before the first statement', async () => {
    const begun: (readonly string[])[] = [];
    const scopes: (RequestScope | undefined)[] = [];
    const work = new GroupedWork<string, string>(async (items) => {
      // As a statement that has waited for a connection.
      Object.assign(scopes[0] ?? {}, { abandoned: true });
      await turn();
      assertAwaited();
      begun.push(items);
      return items;
    }, limits);
    const [left, stays] = ['a', 'b'].map((item) =>
      runInRequest(item, () => {
        scopes.push(currentRequest());
        return work.do(item);
      }),
    );
    await expect(left).rejects.toThrow(RequestAbandoned);
    expect(await stays).toBe('b');
    expect(begun).toEqual([['b']]);
  });
});
