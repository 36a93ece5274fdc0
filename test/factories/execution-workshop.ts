import { type Environment, workflowVariables } from '@app/config';
import type { RunExecutionsJob } from '@app/contracts';
import {
  AuditService,
  ConfigurationService,
  ExecutionCancellationService,
  ExecutionBatchRunner,
  ExecutionHistoryService,
  ExecutionRetryService,
  ManualTriggerService,
  OverdueExecutionsService,
  WaitingExecutions,
  WorkflowEditingService,
  WorkflowsService,
} from '@app/domain';
import {
  CurrentValuesService,
  DatabaseExecutionStore,
  DryRunStart,
  DEFAULT_EXECUTION_TIMING,
  ExecutionDispatcher,
  ExecutionErrorHandler,
  ExecutionEnder,
  type ExecutionIntakeService,
  FailureEvents,
  ExecutionDriverFactory,
  ExecutionRunner,
  ExecutionBasisReader,
  ExecutionClaims,
  type ExecutionTiming,
  IdempotencyService,
  OccurrencesService,
  type JobAttempt,
  WorkerIdentity,
} from '@app/domain/testing';
import { WorkflowExecutionEntity } from '@app/entities';
import type { EventBus } from '@app/events';
import { type Clock, DomainError, SecretValues, SystemClock } from '@app/kernel';
import type { JobClient, JobToEnqueue } from '@app/queue';
import type { NodePorts } from '@app/workflow-engine';
import { anIntake } from './an-intake';
import { expressionSites } from './expression-sites';
import { type TestDatabase, testEnvironment } from '../harness';

const NEVER = new AbortController().signal;

export interface WorkshopOptions {
  clock?: Clock;
  ports?: Partial<NodePorts>;
  variables?: Record<string, string>;
  timing?: Partial<ExecutionTiming>;
  environment?: Partial<Environment>;
  /** The event bus that the workers of one test share. */
  bus?: TestBus;
}

type Handler = (payload: never) => unknown;

/** Delivers published events immediately. */
export class TestBus {
  readonly told: { name: string; payload: unknown }[] = [];
  /** While true, published events reach no subscriber. */
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

/** The execution services of one worker on a real database, with a queue that the test can inspect. */
export class ExecutionWorkshop {
  readonly queued: JobToEnqueue<RunExecutionsJob>[] = [];
  readonly bus: TestBus;
  readonly clock: Clock;
  queueIsDown = false;
  readonly dispatcher: ExecutionDispatcher;
  readonly intake: ExecutionIntakeService;
  readonly control: ExecutionCancellationService;
  readonly retries: ExecutionRetryService;
  readonly batches: ExecutionBatchRunner;
  readonly store: DatabaseExecutionStore;
  readonly overdue: OverdueExecutionsService;
  readonly history: ExecutionHistoryService;
  readonly waiting: WaitingExecutions;
  readonly repeats: IdempotencyService;
  readonly manual: ManualTriggerService;
  readonly identity = new WorkerIdentity();
  private readonly claims: ExecutionClaims;

  constructor(
    private readonly database: TestDatabase,
    options: WorkshopOptions = {},
  ) {
    const { clock = new SystemClock(), ports = {}, variables = {}, bus = new TestBus() } = options;
    const { dataSource } = database;
    const environment = testEnvironment(options.environment);
    const timing = { ...DEFAULT_EXECUTION_TIMING, ...options.timing };
    const eventBus = bus as unknown as EventBus;
    this.bus = bus;
    this.clock = clock;
    this.dispatcher = new ExecutionDispatcher(this.queue(), eventBus);
    this.intake = anIntake(dataSource, clock, environment, this.dispatcher);
    this.waiting = new WaitingExecutions(dataSource, this.dispatcher, clock);
    const workflows = new WorkflowsService(dataSource, environment);
    const audit = new AuditService(dataSource, clock);
    this.control = new ExecutionCancellationService(
      dataSource,
      this.dispatcher,
      new ExecutionEnder(workflows, environment),
      this.waiting,
      audit,
      clock,
    );
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    this.repeats = new IdempotencyService(dataSource, clock);
    this.manual = new ManualTriggerService(
      workflows,
      this.intake,
      this.repeats,
      environment,
      new DryRunStart(new CurrentValuesService(dataSource), configuration, clock),
    );
    this.retries = new ExecutionRetryService(dataSource, this.intake, workflows, audit, clock, this.repeats);
    const occurrences = new OccurrencesService(clock, eventBus);
    const failures = new FailureEvents(occurrences, workflows);
    const { identity: holder, waiting } = this;
    this.store = new DatabaseExecutionStore(dataSource, holder, failures, waiting, clock, timing);
    const environmentVariables = workflowVariables(prefixed(variables));
    const secrets = new SecretValues(environmentVariables.secrets, environmentVariables.plain);
    const drivers = new ExecutionDriverFactory(
      this.store,
      ports as NodePorts,
      secrets,
      clock,
      environment,
      timing,
    );
    this.claims = new ExecutionClaims(dataSource, eventBus, this.identity, timing);
    this.claims.onModuleInit();
    const { store, claims, dispatcher, identity } = this;
    const errors = new ExecutionErrorHandler(dataSource, store, dispatcher, identity, clock);
    const bases = new ExecutionBasisReader(workflows, expressionSites(dataSource, environment, clock));
    const runner = new ExecutionRunner(store, bases, drivers, claims, dispatcher, clock);
    this.batches = new ExecutionBatchRunner(environment, runner, claims, errors, dispatcher, timing);
    this.overdue = new OverdueExecutionsService(dataSource, clock, timing);
    const editing = new WorkflowEditingService(dataSource, environment, configuration, clock, audit);
    this.history = new ExecutionHistoryService(dataSource, workflows, editing, dispatcher, audit);
  }

  close(): void {
    this.claims.onApplicationShutdown();
  }

  run(id: string, job: Partial<JobAttempt> = {}): Promise<void> {
    const run = this.batches.run([id], { attempt: 1, stalls: 0, signal: NEVER, ...job });
    // Ignore the error of a run that still hangs when the test ends.
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

  /** Accepts an execution and runs it until it waits or ends. */
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
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name.startsWith('WORKFLOW_VAR_') ? name : `WORKFLOW_ENV_${name}`,
      value,
    ]),
  );
