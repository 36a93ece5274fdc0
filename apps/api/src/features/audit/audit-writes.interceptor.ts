import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import type { GuardedRequest } from '@app/auth';
import { AuditService } from '@app/domain';
import { currentRequest, runBeyondRequest } from '@app/kernel';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { concatMap, type Observable } from 'rxjs';
import { CHANGES_NOTHING } from '../../http/changes-nothing.decorator';

/**
 * Sees to it that every write by a person is on the audit log: what a service has not put there itself, with all that
 * it knows, is put there by its route and body.
 */
@Injectable()
export class AuditWrites implements NestInterceptor {
  private readonly logger = new Logger(AuditWrites.name);

  constructor(
    private readonly audit: AuditService,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request & GuardedRequest>();
    if (!isWrite(request.method) || this.reflector.get(CHANGES_NOTHING, context.getHandler()))
      return next.handle();
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        await this.recordOnce(request);
        return answer;
      }),
    );
  }

  private async recordOnce({ actor, method, path, body }: Request & GuardedRequest): Promise<void> {
    if (!actor || currentRequest()?.audited) return;
    const action = `${method.toLowerCase()} ${firstSegments(path)}`;
    try {
      // The write is committed: it belongs on the log even if the caller has gone since.
      await runBeyondRequest(() => this.audit.record(actor, { action, target: path, after: body }));
    } catch (error) {
      // It is done, and the answer must not say otherwise. So that it is told somewhere, it is told here.
      this.logger.error(
        { err: error, userId: actor.userId, action, path },
        'A write is not on the audit log',
      );
    }
  }
}

function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/** The resource that a path is about, without ids: `/api/energy/rereads` → `energy/rereads`. */
function firstSegments(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'api' && !/\d/.test(segment))
    .join('/')
    .slice(0, 50);
}
