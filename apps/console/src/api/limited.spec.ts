import { limited } from './limited';

describe('Limited calls', () => {
  it('run at most as many as allowed at the same time, in order, even if some fail', async () => {
    const limit = limited(2);
    const open: (() => void)[] = [];
    const started: number[] = [];
    const results = [0, 1, 2, 3].map((index) =>
      limit(async () => {
        started.push(index);
        await new Promise<void>((resolve) => open.push(resolve));
        if (index === 0) throw new Error('This call fails.');
        return index;
      }),
    );
    const settled = Promise.allSettled(results);
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    for (let index = 0; index < 4; index++) {
      open[index]?.();
      await results[index]?.catch(() => {});
      await new Promise(setImmediate);
      expect(started).toHaveLength(Math.min(4, index + 3));
    }
    expect((await settled).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
  });
});
