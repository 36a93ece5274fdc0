import {
  PlatformModule,
  ReportingModule,
  ReportMailQueue,
  ReportSenderService,
  ReportWorkService,
} from '@app/domain';
import { renderReport, ReportRendererService } from '@app/domain/testing';
import { ReportMailEntity, ReportRunEntity } from '@app/entities';
import { Clock, FixedClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { MailSink } from '../servers/mail-sink';
import { RunningApi } from './running-api';
import { processModules } from './process-modules';

export interface ReportRunState {
  id: string;
  status: string;
  fileId: string | null;
  error: string | null;
  finishedAt: string | null;
  from: string;
  to: string;
  recipients: { address: string; status: string; attempts: number; error: string | null }[];
}

const NEVER = new AbortController().signal;

/**
 * A running api with a mail server, and the services of its workers. The services run in the test's process with the
 * time of `clock`.
 */
export class ReportDesk {
  /** The addresses that the mail server refuses, with the status of the refusal. */
  readonly refused: Map<string, number>;

  private constructor(
    readonly api: RunningApi,
    readonly sink: MailSink,
    readonly module: TestingModule,
    readonly clock: FixedClock,
    private readonly token: string,
    refused: Map<string, number>,
  ) {
    this.refused = refused;
  }

  static async open(timezone: string, startMs: number): Promise<ReportDesk> {
    Logger.overrideLogger(false);
    const refused = new Map<string, number>();
    const sink = await MailSink.start({
      onRcptTo: ({ address }, _session, done) => {
        const responseCode = refused.get(address);
        done(responseCode === undefined ? null : Object.assign(new Error('No'), { responseCode }));
      },
    });
    const api = await RunningApi.start({
      PLATFORM_TIMEZONE: timezone,
      DEFAULT_LANGUAGE: 'en-US',
      LIMIT_MAIL_ATTACHMENT_BYTES: 2_000_000,
      MAIL_HOST: '127.0.0.1',
      MAIL_PORT: sink.port,
      MAIL_SECURE: false,
      MAIL_FROM: 'Plantroom <plantroom@example.org>',
    });
    const clock = new FixedClock(startMs);
    const module = await workerOf(api, clock);
    const { token } = await api.signInAs('engineer');
    return new ReportDesk(api, sink, module, clock, token, refused);
  }

  async close(): Promise<void> {
    await this.module.close();
    await this.api.stop();
    await this.sink.stop();
  }

  get manager() {
    return this.api.database.dataSource.manager;
  }

  call(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    return this.api.call(method, `/api${path}`, { token: this.token, body, headers });
  }

  /** Creates a plan. @returns its id */
  async plan(body: object): Promise<number> {
    const plan = { name: 'Site', templateId: 1, cron: '30 5 * * *', format: 'pdf', ...body };
    const answer = await this.call('POST', '/reports', plan);
    if (answer.status !== 201)
      throw new Error(`The creation of the plan returned ${answer.status}: ${answer.text}`);
    return (answer.body as { id: number }).id;
  }

  /** Starts a run of a plan. The run is due now, by the clock of the test. @returns the id of the run */
  async start(planId: number): Promise<string> {
    const answer = await this.call('POST', `/reports/${planId}/run`);
    if (answer.status !== 202)
      throw new Error(`The start of the run returned ${answer.status}: ${answer.text}`);
    const { runId } = answer.body as { runId: string };
    await this.manager.update(ReportRunEntity, runId, { dueAt: this.clock.now() });
    return runId;
  }

  generate(runId: string, worker = this.module): Promise<void> {
    return worker.get(ReportWorkService, { strict: false }).run(runId, NEVER);
  }

  /** Creates another worker with its own services, because a worker renders only one report at a time. */
  another(): Promise<TestingModule> {
    return workerOf(this.api, this.clock);
  }

  /** Sends all mails that are due. */
  async sendDue(): Promise<void> {
    const due = await this.module.get(ReportMailQueue, { strict: false }).findDue(100);
    const sender = this.module.get(ReportSenderService, { strict: false });
    await Promise.all(due.map(({ payload }) => sender.run(payload.mailId, NEVER)));
  }

  /** Returns the runs of a plan, newest first. */
  async runs(planId: number): Promise<ReportRunState[]> {
    return (await this.call('GET', `/reports/${planId}/runs`)).body as ReportRunState[];
  }

  row(runId: string): Promise<ReportRunEntity> {
    return this.manager.findOneByOrFail(ReportRunEntity, { id: runId });
  }

  mails(runId: string): Promise<ReportMailEntity[]> {
    return this.manager.find(ReportMailEntity, { where: { runId }, order: { id: 'ASC' } });
  }

  /** The recipients of the mails that the server has accepted. */
  get delivered(): string[] {
    return this.sink.mails.flatMap(({ recipients }) => recipients).toSorted();
  }
}

async function workerOf(api: RunningApi, clock: Clock): Promise<TestingModule> {
  const module = await Test.createTestingModule({
    imports: [...processModules(api.environment), ReportingModule, PlatformModule],
  })
    .overrideProvider(Clock)
    .useValue(clock)
    // Reports are rendered in the thread of the test, because a worker thread would need compiled code.
    .overrideProvider(ReportRendererService)
    .useValue({ render: renderReport })
    .compile();
  return module.init();
}
