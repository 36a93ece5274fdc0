import type { LookupAddress } from 'node:dns';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, EnvironmentModule } from '@app/config';
import {
  AreasService,
  EscalationPlanner,
  NotificationDeliveryService,
  NotificationPlanner,
} from '@app/domain';
import { AlertMailer, AlertPush, AlertWebhook, DeliveryClaims, DeliveryQueue } from '@app/domain/testing';
import { NotificationDeliveryEntity, NotificationRuleEntity } from '@app/entities';
import { type Clock, DomainError } from '@app/kernel';
import { type Mail, type MailConfiguration, Mailer, mailProviders, MailSettings } from '@app/mail';
import { OutboundHttp } from '@app/outbound-http';
import { Test, type TestingModule } from '@nestjs/testing';
import { type TestDatabase, testEnvironment } from '../harness';
import { type ReadMail, readMail } from './read-mail';

const MOST_DUE = 10_000;

class OutboxSettings extends MailSettings {
  override read(): Promise<MailConfiguration> {
    return Promise.resolve({ server: null, from: 'Plantroom <plantroom@example.org>' });
  }
}

/** Sends mail to the outbox, or fails while `failure` is set. */
class FailingMailer extends Mailer {
  failure: DomainError | null = null;
  attempts = 0;

  constructor(private readonly outbox: Mailer) {
    super();
  }

  override check(mail: Mail): Promise<void> {
    return this.outbox.check(mail);
  }

  override async send(mail: Mail) {
    this.attempts += 1;
    if (this.failure) throw this.failure;
    return this.outbox.send(mail);
  }
}

/** Builds a rule that mails Ann about all alerts. `changes` replace its default values. */
export function aRule(changes: Partial<NotificationRuleEntity> = {}): Omit<NotificationRuleEntity, 'id'> {
  return {
    name: 'A rule',
    minSeverity: 'indeterminate',
    sources: [],
    areaIds: [],
    channel: { kind: 'mail', to: ['ann@example.org'] },
    quietHours: null,
    escalation: [],
    enabled: true,
    ...changes,
  };
}

/** The notification services of one worker on a test database. `another` adds workers. */
export class NotificationDesk {
  readonly configuration = {
    platformName: 'Plantroom',
    language: 'en-US' as 'en-US' | 'zh-CN',
    timezone: 'UTC',
  };
  /** The queued jobs. A test sets null to make the queue unreachable. */
  jobs: string[] | null = [];
  readonly notices: NotificationPlanner;
  readonly escalations: EscalationPlanner;
  readonly claims: DeliveryClaims;
  readonly deliveries: NotificationDeliveryService;
  private readonly http: OutboundHttp;
  private readonly read = new Set<string>();

  private constructor(
    private readonly database: TestDatabase,
    readonly clock: Clock,
    readonly environment: Environment,
    private readonly module: TestingModule,
    readonly mailer: FailingMailer,
    resolve?: (host: string) => Promise<LookupAddress[]>,
  ) {
    const { dataSource } = database;
    const configuration = {
      timezone: () => Promise.resolve(this.configuration.timezone),
      current: () => Promise.resolve(this.configuration),
    } as never;
    const jobs = {
      enqueueMany: (_job: unknown, added: { jobId: string }[]) => {
        if (!this.jobs) return Promise.reject(new DomainError('unavailable', 'queue', 'No queue.'));
        this.jobs.push(...added.map(({ jobId }) => jobId));
        return Promise.resolve();
      },
    } as never;
    const areas = new AreasService(dataSource, configuration, clock, {} as never);
    const queue = new DeliveryQueue(dataSource, jobs);
    this.http = new OutboundHttp({
      allowlist: environment.WORKFLOW_HTTP_ALLOWLIST,
      maxMs: environment.LIMIT_HTTP_NODE_MS,
      maxBytes: environment.LIMIT_HTTP_NODE_BYTES,
      resolve,
    });
    this.notices = new NotificationPlanner(areas, configuration, queue, clock);
    this.escalations = new EscalationPlanner(configuration, queue, clock);
    this.claims = new DeliveryClaims(dataSource, configuration, environment, clock);
    this.deliveries = new NotificationDeliveryService(
      dataSource,
      this.claims,
      new AlertMailer(mailer, configuration, areas, environment),
      new AlertWebhook(this.http, clock),
      new AlertPush(dataSource, this.http, configuration, environment),
      clock,
    );
  }

  static async open(
    database: TestDatabase,
    clock: Clock,
    variables: Partial<Environment> = {},
    resolve?: (host: string) => Promise<LookupAddress[]>,
  ): Promise<NotificationDesk> {
    const environment = testEnvironment(variables);
    const module = await Test.createTestingModule({
      imports: [EnvironmentModule.forRoot(environment)],
      providers: [...mailProviders, { provide: MailSettings, useClass: OutboxSettings }],
    }).compile();
    const mailer = new FailingMailer(module.get(Mailer));
    return new NotificationDesk(database, clock, environment, module, mailer, resolve);
  }

  async close(): Promise<void> {
    this.http.onApplicationShutdown();
    await this.module.close();
  }

  rule(changes: Partial<NotificationRuleEntity> = {}): Promise<NotificationRuleEntity> {
    const { manager } = this.database.dataSource;
    return manager.save(manager.create(NotificationRuleEntity, aRule(changes)));
  }

  async plan(): Promise<void> {
    while ((await this.notices.planNext()) + (await this.escalations.planNext()) > 0);
  }

  /** Runs the jobs of the due messages, as the sweep does. `atOnce` jobs run at the same time. */
  async send(atOnce = 1): Promise<void> {
    const { signal } = new AbortController();
    const due = await this.deliveries.findDue(MOST_DUE);
    while (due.length > 0) {
      const jobs = due.splice(0, atOnce);
      await Promise.all(jobs.map(({ payload }) => this.deliveries.deliver(payload.deliveryId, signal)));
    }
  }

  async planAndSend(): Promise<void> {
    await this.plan();
    await this.send();
  }

  planned(): Promise<NotificationDeliveryEntity[]> {
    return this.database.dataSource.manager.find(NotificationDeliveryEntity, { order: { id: 'ASC' } });
  }

  /** Returns the type, recipient and status of each delivery. */
  async summary(): Promise<string[]> {
    return (await this.planned()).map(({ type, channel, status }) =>
      [type, recipientOf(channel), status].join(' '),
    );
  }

  /** Returns the mails that it has not returned before, oldest first. */
  mails(): ReadMail[] {
    const folder = join(this.environment.DATA_DIR, 'outbox');
    const files = readdirSync(folder, { encoding: 'utf8' }).filter(
      (name) => name.endsWith('.eml') && !this.read.has(name),
    );
    return files.toSorted().map((name) => {
      this.read.add(name);
      return readMail(readFileSync(join(folder, name)));
    });
  }
}

function recipientOf(channel: NotificationDeliveryEntity['channel']): string {
  if (channel.kind === 'mail') return channel.to.join();
  return channel.kind === 'webhook' ? channel.url : 'devices';
}
