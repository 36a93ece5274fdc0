import { assertAwaited, currentRequest, runInRequest } from '@app/kernel';
import { OutcomeUnknown } from './outcome-unknown';
import { untilKnown } from './until-known';

describe('untilKnown', () => {
  it('repeats a write with an unknown outcome even if its request was abandoned in the meantime', async () => {
    const attempts: boolean[] = [];
    const settled = runInRequest('request-1', () =>
      untilKnown(async (isFirst) => {
        attempts.push(isFirst);
        assertAwaited();
        if (!isFirst) return 'written';
        Object.assign(currentRequest() ?? {}, { abandoned: true });
        throw new OutcomeUnknown(new Error('The connection is lost.'));
      }),
    );
    expect(await settled).toBe('written');
    expect(attempts).toEqual([true, false]);
  });
});
