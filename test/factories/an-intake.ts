import type { Environment } from '@app/config';
import { WorkflowsService } from '@app/domain';
import {
  type ExecutionDispatcher,
  ExecutionEnder,
  ExecutionIntakeService,
  SerialIntake,
} from '@app/domain/testing';
import type { Clock } from '@app/kernel';
import type { DataSource } from 'typeorm';

const SILENT = { assertReachable: () => undefined, accepted: () => undefined };

/** Creates the intake of one process. By default, it neither publishes events nor queues jobs. */
export function anIntake(
  dataSource: DataSource,
  clock: Clock,
  environment: Environment,
  dispatcher = SILENT as unknown as ExecutionDispatcher,
): ExecutionIntakeService {
  const ender = new ExecutionEnder(new WorkflowsService(dataSource, environment), environment);
  const serial = new SerialIntake(dataSource, dispatcher, ender, clock);
  return new ExecutionIntakeService(dataSource, dispatcher, serial, clock, environment);
}
