import type { Environment } from '@app/config';
import { OccurrenceEvaluationService } from '@app/domain';
import { type ExecutionIntakeService, ListenersService } from '@app/domain/testing';
import type { Clock } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { anIntake } from './an-intake';
import { triggerConditions } from './trigger-conditions';
import { waitEvaluation } from './wait-services';

/** Creates the service that evaluates occurrences. By default, it has its own intake and knows no secrets. */
export function occurrenceEvaluation(
  dataSource: DataSource,
  environment: Environment,
  clock: Clock,
  {
    intake = anIntake(dataSource, clock, environment),
    listeners = new ListenersService(),
    conditions = triggerConditions(dataSource, environment, clock),
    waits = waitEvaluation(dataSource, environment, clock),
  }: {
    intake?: ExecutionIntakeService;
    listeners?: ListenersService;
    conditions?: ReturnType<typeof triggerConditions>;
    waits?: ReturnType<typeof waitEvaluation>;
  } = {},
): OccurrenceEvaluationService {
  return new OccurrenceEvaluationService(dataSource, listeners, intake, conditions, waits, environment);
}
