import { Environment } from '@app/config';
import { type ExportJobEntity, type FileEntity, inTransaction } from '@app/entities';
import { Clock, newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';
import { completedPayload } from './completed-payload';
import { lockExport, updateClaimed, updateExport } from './export-jobs.queries';

/** An export that this process writes now. */
export interface ClaimedExport extends ExportJobEntity {
  claim: string;
}

/** A claim expires after this time, unless it is renewed. The export is then due again. */
const CLAIM_MS = 20_000;

/**
 * Decides which exports are written now, and stores the results. If a claim has expired and another attempt has begun,
 * the writes of the old one have no effect.
 */
@Injectable()
export class ExportClaims {
  constructor(
    private readonly dataSource: DataSource,
    private readonly occurrences: OccurrencesService,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** @returns null if the export is not due, or if its last attempt was interrupted */
  async claim(id: string): Promise<ClaimedExport | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const job = await lockExport(manager, id);
      const now = this.clock.now();
      if (!job?.dueAt || job.dueAt > now) return null;
      if (job.attempts >= this.environment.JOB_ATTEMPTS) {
        const error = 'The export was interrupted too often. Start it again, or choose a shorter range.';
        await updateExport(manager, id, this.ended('failed', error));
        return null;
      }
      const changes = {
        status: 'running' as const,
        progress: 0,
        attempts: job.attempts + 1,
        claim: newId(),
        dueAt: this.claimEnd(),
      };
      await updateExport(manager, id, changes);
      return Object.assign(job, changes);
    });
  }

  /** Renews the claim and stores the progress. @returns false if another attempt has begun */
  async renew(job: ClaimedExport, progress: number): Promise<boolean> {
    return updateClaimed(this.dataSource.manager, job, { progress, dueAt: this.claimEnd() });
  }

  /** Completes the export, and records the event in the same transaction. */
  async succeed(job: ClaimedExport, file: FileEntity): Promise<void> {
    const changes = { ...this.ended('completed'), progress: 1, fileId: file.id };
    const isStored = await inTransaction(this.dataSource, async (manager) => {
      if (!(await updateClaimed(manager, job, changes))) return false;
      const payload = completedPayload(job, file);
      await this.occurrences.record(manager, { kind: 'event', name: 'export.completed', payload });
      return true;
    });
    if (isStored) this.occurrences.announce();
  }

  /** Schedules the next attempt with exponential backoff. After the last one, or if `isFinal`, the export has failed. */
  async fail(job: ClaimedExport, error: string, isFinal: boolean): Promise<void> {
    const { JOB_ATTEMPTS, JOB_BACKOFF_MS } = this.environment;
    const text = error.slice(0, 500);
    const dueAt = new Date(this.clock.nowMs() + JOB_BACKOFF_MS * 2 ** (job.attempts - 1));
    const changes =
      isFinal || job.attempts >= JOB_ATTEMPTS
        ? this.ended('failed', text)
        : { status: 'queued' as const, claim: null, dueAt, error: text };
    await updateClaimed(this.dataSource.manager, job, changes);
  }

  /** Makes the export due again, because this process ends. The attempt does not count. */
  async release(job: ClaimedExport): Promise<void> {
    await updateClaimed(this.dataSource.manager, job, {
      status: 'queued',
      claim: null,
      attempts: job.attempts - 1,
      dueAt: this.clock.now(),
    });
  }

  private claimEnd(): Date {
    return new Date(this.clock.nowMs() + CLAIM_MS);
  }

  private ended(status: 'completed' | 'failed', error: string | null = null): Partial<ExportJobEntity> {
    return { status, error, claim: null, dueAt: null, finishedAt: this.clock.now() };
  }
}
