import type { AuditService } from '@app/domain';
import { Actor, currentRequest, runInRequest } from '@app/kernel';
import { type ExecutionContext, Logger } from '@nestjs/common';
import { firstValueFrom, of } from 'rxjs';
import { AuditWritesInterceptor } from './audit-writes.interceptor';

const ada = Actor.user(7, 'admin', 'ada');

describe('AuditWritesInterceptor', () => {
  const record = jest.fn<Promise<void>, unknown[]>();
  const writes = new AuditWritesInterceptor({ record } as unknown as AuditService);

  beforeEach(() => record.mockReset().mockResolvedValue());

  function answered(
    request: object,
    { mayWrite = true, validBody }: { mayWrite?: boolean; validBody?: object } = {},
  ): Promise<unknown> {
    const context = {
      switchToHttp: () => ({ getRequest: () => request }),
    } as unknown as ExecutionContext;
    return runInRequest('request-1', () => {
      Object.assign(currentRequest() ?? {}, { mayWrite, validBody });
      return firstValueFrom(writes.intercept(context, { handle: () => of('done') }));
    });
  }

  it('records a write with its route and its validated body after the write has succeeded', async () => {
    const body = { role: 'viewer', also: 'what the route does not take' };
    const request = { method: 'PUT', path: '/api/users/7/role', body, actor: ada };
    expect(await answered(request, { validBody: { role: 'viewer' } })).toBe('done');
    expect(record.mock.calls).toEqual([
      [ada, { action: 'put users/role', target: '/api/users/7/role', after: { role: 'viewer' } }],
    ]);
  });

  it.each<[string, object, { mayWrite?: boolean }]>([
    ['writes nothing', { method: 'POST', path: '/api/x', actor: ada }, { mayWrite: false }],
    ['has no signed-in user', { method: 'POST', path: '/api/auth/login' }, {}],
  ])('does not record a request that %s', async (_what, request, options) => {
    expect(await answered(request, options)).toBe('done');
    expect(record).not.toHaveBeenCalled();
  });

  it('sends the answer even if the audit log cannot be written, and logs an error', async () => {
    const complained = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    record.mockRejectedValue(new Error('The audit log is unavailable.'));
    expect(await answered({ method: 'PUT', path: '/api/x', body: {}, actor: ada })).toBe('done');
    expect(complained).toHaveBeenCalledWith(
      expect.objectContaining({ security: 'write_not_audited', userId: 7, action: 'put x' }),
      'A write could not be recorded in the audit log',
    );
    complained.mockRestore();
  });
});
