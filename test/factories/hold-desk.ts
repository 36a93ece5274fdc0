import {
  AuditService,
  HoldEvaluator,
  OccurrenceEvaluationService,
  PointValuesService,
  SkippedStartsService,
  WorkflowEditingService,
  WorkflowsService,
} from '@app/domain';
import {
  CalendarReader,
  type ExecutionIntakeService,
  ListenersService,
  OccurrencesService,
  SkippedTriggersService,
  WorkflowSchedules,
} from '@app/domain/testing';
import type { Clock } from '@app/kernel';
import { type TestDatabase, testEnvironment } from '../harness';
import { anIntake } from './an-intake';
import { occurrenceEvaluation } from './occurrence-evaluation';
import { triggerConditions } from './trigger-conditions';

/** The services of one worker that ingests values and evaluates triggers. */
export class HoldDesk {
  readonly values: PointValuesService;
  readonly evaluator: HoldEvaluator;
  readonly occurrences: OccurrencesService;
  readonly evaluation: OccurrenceEvaluationService;
  readonly intake: ExecutionIntakeService;
  readonly schedules: WorkflowSchedules;
  readonly skipped: SkippedStartsService;
  readonly editing: WorkflowEditingService;

  constructor(database: TestDatabase, clock: Clock, environment = testEnvironment()) {
    const { dataSource } = database;
    const bus = { publish: () => undefined } as never;
    const site = { latitude: null, longitude: null };
    const configuration = { current: () => Promise.resolve({ timezone: 'UTC', site }) } as never;
    const listeners = new ListenersService();
    const conditions = triggerConditions(dataSource, environment, clock);
    this.occurrences = new OccurrencesService(clock, bus);
    this.values = new PointValuesService(dataSource, bus, clock, listeners, this.occurrences);
    this.evaluator = new HoldEvaluator(
      dataSource,
      this.values,
      listeners,
      this.occurrences,
      conditions,
      clock,
    );
    this.intake = anIntake(dataSource, clock, environment);
    this.evaluation = occurrenceEvaluation(dataSource, environment, clock, {
      intake: this.intake,
      listeners,
      conditions,
    });
    this.schedules = new WorkflowSchedules(
      new WorkflowsService(dataSource, environment),
      this.intake,
      configuration,
      new CalendarReader(dataSource),
    );
    this.skipped = new SkippedStartsService(
      new SkippedTriggersService(dataSource),
      listeners,
      conditions,
      this.schedules,
      this.intake,
      clock,
    );
    this.editing = new WorkflowEditingService(
      dataSource,
      environment,
      configuration,
      clock,
      new AuditService(dataSource, clock),
    );
  }

  /** Starts the executions of all recorded occurrences, and of skipped triggers whose workflow may start. */
  async startAll(): Promise<void> {
    while ((await this.evaluation.evaluateNext()) + (await this.skipped.evaluateNext()) > 0);
  }
}
