import { writeExport, type WriteExportJob } from '@app/contracts';
import { ExportJobEntity, requireRow } from '@app/entities';
import { type Actor, Clock, newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { WorkQueue } from '../../platform/claimed-work/work-queue';
import { IdempotencyService, type Repeat } from '../../platform/idempotency/idempotency.service';
import { ExportChecks, type ExportContent, type ExportInput } from './export-checks';
import { findExport, insertExport } from './export-jobs.queries';

export type { ExportInput } from './export-checks';

const NOTHING_YET = {
  status: 'queued',
  progress: 0,
  fileId: null,
  error: null,
  attempts: 0,
  claim: null,
  finishedAt: null,
} as const;

export interface ExportAuthor {
  actor: Actor;
  /** The execution whose node starts the export. */
  executionId?: string;
}

/** Queues the jobs of exports. */
@Injectable()
export class ExportQueue extends WorkQueue<WriteExportJob> {
  protected readonly work = {
    entity: ExportJobEntity,
    job: writeExport,
    payloadOf: (exportId: string) => ({ exportId }),
  };
}

/** Starts exports and reports their progress. `ExportWorkService` writes the files. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly checks: ExportChecks,
    private readonly queue: ExportQueue,
    private readonly idempotency: IdempotencyService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Records an export. A background job writes its file.
   * @param requestKey idempotency key. If the same user repeats the request within 24 hours, they get the first
   *   response again
   * @returns the id of the export
   * @throws DomainError invalid; unavailable if the queue is unreachable
   */
  async start(actor: Actor, input: ExportInput, requestKey?: string): Promise<string> {
    const { type, from, to, filters = {} } = input;
    const body = { type, from, to, filters };
    return this.startOnce({ actor }, input, { scope: `export/${actor.scope}`, key: requestKey, body });
  }

  /** Performs the checks of `start`. @throws DomainError invalid */
  async check(input: ExportInput): Promise<void> {
    await this.checks.check(input);
  }

  /**
   * Starts an export, unless the request is a repeat.
   * @returns the id of the new export or, for a repeat, the id of the export that the first request started
   */
  async startOnce(
    author: ExportAuthor,
    input: ExportInput,
    { scope, key, body }: Omit<Repeat, 'key'> & Partial<Pick<Repeat, 'key'>>,
  ): Promise<string> {
    // This check comes before the transaction, because its reads would need a second connection within the transaction.
    const content = await this.checks.check(input);
    const { answer, repeated } = await this.idempotency.answer(scope, key, body, async (manager) => ({
      jobId: await this.create(manager, author, content),
    }));
    if (!repeated) this.queue.queue([{ id: answer.jobId, attempts: 0 }]);
    return answer.jobId;
  }

  /** @throws DomainError not_found */
  find(id: string): Promise<ExportJobEntity> {
    return requireRow(findExport(this.dataSource.manager, id), 'The export');
  }

  private async create(
    manager: EntityManager,
    { actor, executionId }: ExportAuthor,
    content: ExportContent,
  ): Promise<string> {
    this.queue.assertReachable();
    const id = newId();
    const now = this.clock.now();
    const createdBy = actor.name.slice(0, 254);
    const origin = { createdBy, createdAt: now, executionId: executionId ?? null };
    const row = { ...NOTHING_YET, ...content, ...origin, id, dueAt: now };
    await insertExport(manager, Object.assign(new ExportJobEntity(), row));
    const record = { action: 'export.started', target: `export ${id}`, after: content };
    await this.audit.record(actor, record, manager);
    return id;
  }
}
