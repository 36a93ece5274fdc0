import { type Environment, workflowVariables } from '@app/config';
import type { RunExecutionsJob } from '@app/contracts';
import {
  AuditService,
  DatabaseExecutionStore,
  DEFAULT_EXECUTION_TIMING,
  ExecutionAnnouncer,
  ExecutionControl,
  ExecutionFaults,
  ExecutionGroups,
  ExecutionHistoryService,
  ExecutionIntake,
  ExecutionProgress,
  ExecutionRetries,
  ExecutionRunFactory,
  ExecutionRunner,
  ExecutionsInHand,
  type ExecutionTiming,
  IdempotencyService,
  OccurrencesService,
  OverdueExecutions,
  type TakeUp,
  WorkerIdentity,
  WorkflowsService,
} from '@app/domain';
import { WorkflowExecutionEntity } from '@app/entities';
import type { EventBus } from '@app/events';
import { type Clock, DomainError, SecretValues, SystemClock } from '@app/kernel';
import type { JobClient, JobToEnqueue } from '@app/queue';
import type { NodePorts } from '@app/workflow-engine';
import { type TestDatabase, testEnvironment } from '../harness';

const NEVER = new AbortController().signal;

interface Options {
  clock?: Clock;
  ports?: Partial<NodePorts>;
  variables?: Record<string, string>;
  timing?: Partial<ExecutionTiming>;
  environment?: Partial<Environment>;
  /** Of the workers of one test: what one tells, all hear. */
  bus?: TestBus;
}

type Handler = (payload: never) => unknown;

/** Hands on what is published at once. */
export class TestBus {
  readonly told: { name: string; payload: unknown }[] = [];
  /** While true it loses everything. */
  deaf = false;
  private readonly handlers: { name: string; handler: Handler }[] = [];

  publish({ name }: { name: string }, payload: unknown): void {
    this.told.push({ name, payload });
    if (this.deaf) return;
    for (const one of this.handlers) if (one.name === name) one.handler(payload as never);
  }

  subscribe({ name }: { name: string }, handler: Handler): () => void {
    const own = { name, handler };
    this.handlers.push(own);
    return () => void this.handlers.splice(this.handlers.indexOf(own), 1);
  }
}

/** What one worker runs executions with, on a real database, with a queue that the test looks into. */
export class ExecutionWorkshop {
  readonly queued: JobToEnqueue<RunExecutionsJob>[] = [];
  readonly bus: TestBus;
  readonly clock: Clock;
  queueIsDown = false;
  readonly announcer: ExecutionAnnouncer;
  readonly intake: ExecutionIntake;
  readonly control: ExecutionControl;
  readonly retries: ExecutionRetries;
  readonly groups: ExecutionGroups;
  readonly store: DatabaseExecutionStore;
  readonly overdue: OverdueExecutions;
  readonly history: ExecutionHistoryService;
  readonly identity = new WorkerIdentity();
  private readonly inHand: ExecutionsInHand;

  constructor(
    private readonly database: TestDatabase,
    options: Options = {},
  ) {
    const { clock = new SystemClock(), ports = {}, variables = {}, bus = new TestBus() } = options;
    const { dataSource } = database;
    const environment = testEnvironment(options.environment);
    const timing = { ...DEFAULT_EXECUTION_TIMING, ...options.timing };
    const eventBus = bus as unknown as EventBus;
    this.bus = bus;
    this.clock = clock;
    this.announcer = new ExecutionAnnouncer(this.queue(), eventBus);
    this.intake = new ExecutionIntake(dataSource, this.announcer, clock, environment);
    const workflows = new WorkflowsService(dataSource, environment);
    const audit = new AuditService(dataSource, clock);
    this.control = new ExecutionControl(dataSource, this.announcer, workflows, audit, clock, environment);
    const repeats = new IdempotencyService(dataSource, clock);
    this.retries = new ExecutionRetries(dataSource, this.announcer, workflows, audit, clock, repeats);
    const occurrences = new OccurrencesService(clock, eventBus);
    this.store = new DatabaseExecutionStore(dataSource, this.identity, occurrences, workflows, clock, timing);
    const secrets = new SecretValues(workflowVariables(prefixed(variables)));
    const runs = new ExecutionRunFactory(this.store, ports as NodePorts, secrets, clock, environment, timing);
    this.inHand = new ExecutionsInHand(dataSource, eventBus, this.identity, timing);
    this.inHand.onModuleInit();
    const { store, inHand, announcer, identity } = this;
    const progress = new ExecutionProgress(workflows, runs, inHand, announcer, clock);
    const faults = new ExecutionFaults(dataSource, store, announcer, identity, clock);
    const runner = new ExecutionRunner(store, progress, inHand, faults, clock);
    this.groups = new ExecutionGroups(environment, runner, inHand, announcer, timing);
    this.overdue = new OverdueExecutions(dataSource, clock, timing);
    this.history = new ExecutionHistoryService(dataSource, workflows, {} as never, audit);
  }

  close(): void {
    this.inHand.onApplicationShutdown();
  }

  run(id: string, takeUp: Partial<TakeUp> = {}): Promise<void> {
    const run = this.groups.run([id], { attempt: 1, stalls: 0, signal: NEVER, ...takeUp });
    // A test may end while nodes of it hang: what comes of such a run then is nobody's.
    run.catch(() => undefined);
    return run;
  }

  accept(
    workflow: { id: string; revision: number },
    triggerData: unknown = {},
    dryRun = false,
  ): Promise<string> {
    const { id: workflowId, revision } = workflow;
    return this.intake.accept({ workflowId, revision, trigger: 'manual', triggerData, dryRun });
  }

  /** Accepts an execution and runs it as far as it goes. */
  async execute(workflow: { id: string; revision: number }, triggerData: unknown = {}, dryRun = false) {
    const id = await this.accept(workflow, triggerData, dryRun);
    await this.run(id);
    return this.detail(workflow.id, id);
  }

  detail(workflowId: string, id: string) {
    return this.history.find(workflowId, id);
  }

  async row(id: string): Promise<WorkflowExecutionEntity> {
    return this.database.dataSource.manager.findOneByOrFail(WorkflowExecutionEntity, { id });
  }

  private queue(): JobClient {
    return {
      assertReachable: () => {
        if (this.queueIsDown) throw queueIsDown();
      },
      enqueueMany: async (_: unknown, jobs: JobToEnqueue<RunExecutionsJob>[]) => {
        if (this.queueIsDown) throw queueIsDown();
        this.queued.push(...jobs);
        return [];
      },
    } as unknown as JobClient;
  }
}

const queueIsDown = () => new DomainError('unavailable', 'queue_unavailable', 'The queue is down.');

const prefixed = (variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [`WORKFLOW_ENV_${name}`, value]));
