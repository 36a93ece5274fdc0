import { writeReport, type WriteReportJob } from '@app/contracts';
import {
  type Language,
  type ReportFormat,
  type ReportRange,
  ReportRunEntity,
  requireRow,
} from '@app/entities';
import { Clock, mapPage, newId, type Page, type PageRequest } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { WorkQueue } from '../../platform/claimed-work/work-queue';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import type { PlatformConfiguration } from '../../platform/configuration/platform-configuration';
import { ReportMailsService } from '../report-mails/report-mails.service';
import { type ReportRun, toReportRun } from '../report-mails/report-run';
import { reportPeriod } from './report-period';
import { deleteRuns, findRun, findRunIds, findRuns, findRunsOfPlan, insertRun } from './report-runs.queries';

/** The content and the recipients of a run. */
export interface RunContent {
  planId: number | null;
  name: string;
  templateId: number;
  format: ReportFormat;
  /** Null for the platform's language. */
  language: Language | null;
  /** IANA name; null for the platform's zone. */
  timezone: string | null;
  range: ReportRange;
  areaIds: number[];
  recipients: string[];
}

/** The platform's settings for runs without their own settings. */
export type RunDefaults = Pick<PlatformConfiguration, 'timezone' | 'language'>;

export interface RunCause {
  createdBy: string;
  defaults: RunDefaults;
  /** The time to which the period is relative. For a scheduled run, its slot. Default: now. */
  at?: Date;
  /** The execution whose node starts the run. */
  executionId?: string;
}

const NOTHING_YET = {
  status: 'queued',
  progress: 0,
  fileId: null,
  error: null,
  attempts: 0,
  claim: null,
  finishedAt: null,
} as const;

/** Rows per statement. */
const BATCH = 500;

/** Queues the jobs of runs. */
@Injectable()
export class ReportRunQueue extends WorkQueue<WriteReportJob> {
  protected readonly work = {
    entity: ReportRunEntity,
    job: writeReport,
    payloadOf: (runId: string) => ({ runId }),
  };
}

/** Starts runs of reports and reports their progress. `ReportWorkService` generates the files. */
@Injectable()
export class ReportRunsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: ReportRunQueue,
    private readonly mails: ReportMailsService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `unavailable` while the queue is known to be unreachable */
  assertReachable(): void {
    this.queue.assertReachable();
  }

  /** Call this before a transaction begins. Within a transaction, this read would need a second connection. */
  defaults(): Promise<RunDefaults> {
    return this.configuration.current();
  }

  /** Stores a run. Call `queueAll` after the commit. @returns the run's id */
  async create(manager: EntityManager, content: RunContent, cause: RunCause): Promise<string> {
    const { recipients, range, ...rest } = content;
    const { timezone, language } = { ...cause.defaults, ...given(content) };
    const now = this.clock.now();
    const { fromMs, toMs } = reportPeriod(range, (cause.at ?? now).getTime(), timezone);
    const id = newId();
    const row = {
      ...NOTHING_YET,
      ...rest,
      id,
      timezone,
      language,
      fromAt: new Date(fromMs),
      toAt: new Date(toMs),
    };
    const { createdBy, executionId = null } = cause;
    const origin = { createdBy: createdBy.slice(0, 254), executionId, createdAt: now, dueAt: now };
    await insertRun(manager, Object.assign(new ReportRunEntity(), row, origin));
    await this.mails.plan(manager, id, recipients);
    return id;
  }

  /** Queues the jobs of new runs. If this fails, the sweep queues them. */
  queueAll(ids: readonly string[]): void {
    this.queue.queue(ids.map((id) => ({ id, attempts: 0 })));
  }

  /** The runs of a plan, newest first. */
  async ofPlan(planId: number, request: PageRequest): Promise<Page<ReportRun>> {
    const page = await findRunsOfPlan(this.dataSource.manager, planId, request);
    const mails = await this.mails.of(page.items.map(({ id }) => id));
    return mapPage(page, (run) => toReportRun(run, mails.get(run.id) ?? []));
  }

  /** The runs with these ids. Unknown ids are left out. */
  async findAll(ids: readonly string[]): Promise<Map<string, ReportRun>> {
    const runs = await findRuns(this.dataSource.manager, ids);
    const mails = await this.mails.of(runs.map(({ id }) => id));
    return new Map(runs.map((run) => [run.id, toReportRun(run, mails.get(run.id) ?? [])]));
  }

  /** The stored run, with the state of its file. @throws DomainError not_found */
  find(id: string): Promise<ReportRunEntity> {
    return requireRow(findRun(this.dataSource.manager, id), 'The run of the report');
  }

  /** Deletes the runs of a plan with their mails. Their files stay. */
  async removeOfPlan(manager: EntityManager, planId: number): Promise<void> {
    for (let removed = BATCH; removed === BATCH;) {
      const ids = await findRunIds(manager, planId, BATCH);
      await this.mails.remove(manager, ids);
      await deleteRuns(manager, ids);
      removed = ids.length;
    }
  }
}

function given({ timezone, language }: RunContent) {
  return { ...(timezone !== null && { timezone }), ...(language !== null && { language }) };
}
