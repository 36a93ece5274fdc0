import { eachInTurn } from './each-in-turn';

describe('eachInTurn', () => {
  it('processes one item after another', async () => {
    const events: string[] = [];
    await eachInTurn([1, 2], new AbortController().signal, async (item) => {
      events.push(`begin ${item}`);
      await Promise.resolve();
      events.push(`end ${item}`);
    });
    expect(events).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']);
  });

  it('processes the other items if some fail, and then throws the first error', async () => {
    const done: number[] = [];
    const work = async (item: number): Promise<void> => {
      if (item % 2 === 1) throw new Error(`item ${item}`);
      done.push(await Promise.resolve(item));
    };
    await expect(eachInTurn([1, 2, 3, 4], new AbortController().signal, work)).rejects.toThrow('item 1');
    expect(done).toEqual([2, 4]);
  });

  it('begins no item after it was aborted', async () => {
    const aborted = new AbortController();
    const begun: number[] = [];
    await eachInTurn([1, 2, 3], aborted.signal, async (item) => {
      begun.push(await Promise.resolve(item));
      if (item === 2) aborted.abort();
    });
    expect(begun).toEqual([1, 2]);
  });
});
