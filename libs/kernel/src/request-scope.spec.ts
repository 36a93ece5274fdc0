import { setImmediate as nextTurn } from 'node:timers/promises';
import { currentRequestId, runInRequest } from './request-scope';

describe('request scope', () => {
  it('follows the work of a request through promises and callbacks', async () => {
    const seen = await Promise.all(
      ['a', 'b'].map((id) =>
        runInRequest(id, async () => {
          await nextTurn();
          return new Promise<string | undefined>((resolve) =>
            setTimeout(() => resolve(currentRequestId()), 1),
          );
        }),
      ),
    );
    expect(seen).toEqual(['a', 'b']);
    expect(currentRequestId()).toBeUndefined();
  });
});
