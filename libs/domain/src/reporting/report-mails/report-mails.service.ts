import { reportRunChanged, sendReport, type SendReportJob } from '@app/contracts';
import { ReportMailEntity } from '@app/entities';
import { EventBus } from '@app/events';
import { Clock, newId, say } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { WorkQueue } from '../../platform/claimed-work/work-queue';
import { deleteMails, findMails, findRunOf, insertMails, updateMails } from './report-mails.queries';
import { toReportRun } from './report-run';

const NOT_DUE_YET = {
  status: 'queued',
  progress: 0,
  error: null,
  attempts: 0,
  claim: null,
  dueAt: null,
  finishedAt: null,
} as const;

/** Queues the jobs of mails. */
@Injectable()
export class ReportMailQueue extends WorkQueue<SendReportJob> {
  protected readonly work = {
    entity: ReportMailEntity,
    job: sendReport,
    payloadOf: (mailId: string) => ({ mailId }),
  };
}

/** Plans the mails of reports. `ReportSenderService` sends them. */
@Injectable()
export class ReportMailsService {
  private readonly logger = new Logger(ReportMailsService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: ReportMailQueue,
    private readonly clock: Clock,
    private readonly bus: EventBus,
  ) {}

  /** Stores a mail for each recipient of a new run. The mails are not due until the file exists. */
  plan(manager: EntityManager, runId: string, recipients: readonly string[]): Promise<void> {
    const mails = recipients.map((address) => ({ id: newId(), runId, address, ...NOT_DUE_YET }));
    return insertMails(manager, mails);
  }

  /**
   * Makes the mails of a run due, within the transaction that stores the run's file. Call `queueOf` after the commit.
   */
  release(manager: EntityManager, runId: string): Promise<void> {
    return updateMails(manager, runId, { dueAt: this.clock.now() });
  }

  /** Marks the mails of a run as failed, because its file could not be created. */
  abandon(manager: EntityManager, runId: string): Promise<void> {
    const error = say('report_not_created');
    return updateMails(manager, runId, { status: 'failed', error, finishedAt: this.clock.now() });
  }

  /** Queues the jobs of released mails. If this fails, the sweep queues them. */
  async queueOf(runId: string): Promise<void> {
    this.queue.queue(await findMails(this.dataSource.manager, [runId]));
  }

  /** Publishes the state of a run with its mails. If it cannot be read, clients miss this state. */
  async announce(runId: string): Promise<void> {
    const { manager } = this.dataSource;
    try {
      const run = await findRunOf(manager, runId);
      if (!run) return;
      const { status, progress } = toReportRun(run, await findMails(manager, [runId]));
      this.bus.publish(reportRunChanged, { runId, planId: run.planId, status, progress });
    } catch (error) {
      this.logger.warn({ err: error, runId }, 'A report could not be announced on the event stream.');
    }
  }

  /** The mails of each run. */
  async of(runIds: readonly string[]): Promise<Map<string, ReportMailEntity[]>> {
    const mails = await findMails(this.dataSource.manager, runIds);
    return new Map(runIds.map((id) => [id, mails.filter(({ runId }) => runId === id)]));
  }

  /** Deletes the mails of runs that are being deleted. Unsent mails are not sent any more. */
  remove(manager: EntityManager, runIds: readonly string[]): Promise<void> {
    return deleteMails(manager, runIds);
  }
}
