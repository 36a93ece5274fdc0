import {
  AuditService,
  HoldEvaluator,
  OccurrenceEvaluationService,
  PointValuesService,
  WorkflowEditingService,
} from '@app/domain';
import { type ExecutionIntakeService, ListenersService, OccurrencesService } from '@app/domain/testing';
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
  readonly editing: WorkflowEditingService;

  constructor(database: TestDatabase, clock: Clock, environment = testEnvironment()) {
    const { dataSource } = database;
    const bus = { publish: () => undefined } as never;
    const site = { latitude: null, longitude: null };
    const configuration = { current: () => Promise.resolve({ timezone: 'UTC', site }) } as never;
    const listeners = new ListenersService();
    const conditions = triggerConditions(dataSource, environment, clock);
    this.occurrences = new OccurrencesService(clock, bus);
    this.values = new PointValuesService(dataSource, {} as never, bus, clock, listeners, this.occurrences);
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
    this.editing = new WorkflowEditingService(
      dataSource,
      environment,
      configuration,
      clock,
      new AuditService(dataSource, clock),
    );
  }

  /** Starts the executions of all recorded occurrences. */
  async startAll(): Promise<void> {
    while ((await this.evaluation.evaluateNext()) > 0);
  }
}
