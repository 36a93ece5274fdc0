import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  currentRequest,
  currentRequestId,
  type RequestScope,
  runBeyondRequest,
  runForAll,
  runInRequest,
} from './request-scope';

describe('request scope', () => {
  it('stays attached to the work of a request through promises and callbacks', async () => {
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

  it('assigns the audit entries of work in `runBeyondRequest` to the request, but not the writes of this work', () => {
    const seen = runInRequest('a', () => {
      const request = currentRequest() as RequestScope;
      request.abandoned = true;
      const inside = runBeyondRequest(() => {
        const scope = currentRequest() as RequestScope;
        scope.audited = true;
        scope.writes++;
        return { abandoned: scope.abandoned, audited: scope.audited };
      });
      return { inside, audited: request.audited, writes: request.writes };
    });
    expect(seen).toEqual({ inside: { abandoned: false, audited: true }, audited: true, writes: 0 });
  });

  it('assigns no request id to work that several requests share', () => {
    const [one, other] = ['a', 'b'].map((id) => runInRequest(id, currentRequest));
    expect(runForAll([one as RequestScope], currentRequestId)).toBe('a');
    expect(runForAll([one as RequestScope, other as RequestScope], currentRequestId)).toBeUndefined();
  });
});
