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
import type { Request } from 'express';
import { concatMap, type Observable } from 'rxjs';

/**
 * Records each write by a person in the audit log, with the route and the body. Skips writes that a service has already
 * recorded with their details.
 */
@Injectable()
export class AuditWritesInterceptor implements NestInterceptor {
  private readonly logger = new Logger(AuditWritesInterceptor.name);

  constructor(private readonly audit: AuditService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request & GuardedRequest>();
    if (!currentRequest()?.mayWrite) return next.handle();
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        await this.recordOnce(request);
        return answer;
      }),
    );
  }

  private async recordOnce({ actor, method, path }: Request & GuardedRequest): Promise<void> {
    const scope = currentRequest();
    if (!actor || scope?.audited) return;
    const action = `${method.toLowerCase()} ${firstSegments(path)}`;
    try {
      // The write is committed, so it is recorded even if the caller has disconnected.
      await runBeyondRequest(() =>
        this.audit.record(actor, { action, target: path, after: scope?.validBody }),
      );
    } catch (error) {
      // The write is committed, so the answer must still report success. The failure to record it is logged.
      this.logger.error(
        { security: 'write_not_audited', err: error, userId: actor.userId, action, path },
        'A write could not be recorded in the audit log',
      );
    }
  }
}

/** The resource in a path, without ids: `/api/energy/rereads` → `energy/rereads`. */
function firstSegments(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'api' && !/\d/.test(segment))
    .join('/')
    .slice(0, 50);
}
