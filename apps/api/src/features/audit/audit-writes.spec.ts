import type { AuditService } from '@app/domain';
import { Actor, runInRequest } from '@app/kernel';
import { type ExecutionContext, Logger } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { firstValueFrom, of } from 'rxjs';
import { ChangesNothing } from '../../http/changes-nothing.decorator';
import { AuditWrites } from './audit-writes.interceptor';

const ada = Actor.user(7, 'admin', 'ada');

class Routes {
  write(): void {}

  @ChangesNothing()
  ask(): void {}
}

describe('AuditWrites', () => {
  const record = jest.fn<Promise<void>, unknown[]>();
  const writes = new AuditWrites({ record } as unknown as AuditService, new Reflector());

  beforeEach(() => record.mockReset().mockResolvedValue());

  function answered(
    request: object,
    { route = 'write', work = () => 'done' }: { route?: keyof Routes; work?: () => unknown } = {},
  ): Promise<unknown> {
    const context = {
      switchToHttp: () => ({ getRequest: () => request }),
      getHandler: () => Reflect.get(Routes.prototype, route),
    } as unknown as ExecutionContext;
    return runInRequest('request-1', () =>
      firstValueFrom(writes.intercept(context, { handle: () => of(work()) })),
    );
  }

  it('records what was written by its route and body, once it is done', async () => {
    const request = { method: 'PUT', path: '/api/users/7/role', body: { role: 'viewer' }, actor: ada };
    expect(await answered(request)).toBe('done');
    expect(record.mock.calls).toEqual([
      [ada, { action: 'put users/role', target: '/api/users/7/role', after: { role: 'viewer' } }],
    ]);
  });

  it.each<[string, object, { route?: keyof Routes }]>([
    ['is read', { method: 'GET', path: '/api/users', actor: ada }, {}],
    ['is asked for by POST', { method: 'POST', path: '/api/x', actor: ada }, { route: 'ask' }],
    ['is written by nobody', { method: 'POST', path: '/api/auth/login' }, {}],
  ])('records nothing of what %s', async (_what, request, options) => {
    expect(await answered(request, options)).toBe('done');
    expect(record).not.toHaveBeenCalled();
  });

  it('answers for what is done though the log could not be written, and complains', async () => {
    const complained = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    record.mockRejectedValue(new Error('the log is away'));
    expect(await answered({ method: 'PUT', path: '/api/x', body: {}, actor: ada })).toBe('done');
    expect(complained).toHaveBeenCalledWith(
      expect.objectContaining({ userId: 7, action: 'put x' }),
      'A write is not on the audit log',
    );
    complained.mockRestore();
  });
});
