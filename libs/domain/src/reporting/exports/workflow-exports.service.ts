import { Actor } from '@app/kernel';
import type { ExportPortRequest, ExportsPort } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import type { ExportInput } from './export-checks';
import { ExportsService } from './exports.service';

const WORKFLOW = Actor.system('workflow');
const SCOPE = 'export/node';

/** Exports records for nodes of workflows. */
@Injectable()
export class WorkflowExportsService implements ExportsPort {
  constructor(
    private readonly dataSource: DataSource,
    private readonly exports: ExportsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  async check(request: Parameters<ExportsPort['check']>[0]): Promise<void> {
    await this.exports.check(request);
  }

  async run({ key, execution, ...request }: ExportPortRequest): ReturnType<ExportsPort['run']> {
    // The body is empty, so repeats are recognized by the key alone. Their content may differ: a template with the
    // current time yields another value each time the node runs.
    const repeat = { scope: SCOPE, key, body: {} };
    const earlier = await this.idempotency.earlier<{ jobId: string }>(SCOPE, key, repeat.body);
    // The cast is safe: the schema of the node's configuration allows only valid filters.
    const input: ExportInput = request;
    const author = { actor: WORKFLOW, executionId: execution.id };
    const jobId = earlier?.jobId ?? (await this.exports.startOnce(author, input, repeat));
    const { status, fileId, error, createdAt } = await this.exports.find(jobId);
    if (status === 'failed') await this.idempotency.forget(this.dataSource.manager, SCOPE, key);
    return { jobId, status, fileId, error, requestedAtMs: createdAt.getTime() };
  }
}
