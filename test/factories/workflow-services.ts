import { AuditService, ConfigurationService, WorkflowEditingService, WorkflowsService } from '@app/domain';
import type { Environment } from '@app/config';
import { type Clock, DomainError } from '@app/kernel';
import type { DataSource } from 'typeorm';

/** Creates the services that write and read workflows, and the configuration of the platform. */
export async function workflowServices(dataSource: DataSource, environment: Environment, clock: Clock) {
  const audit = new AuditService(dataSource, clock);
  const configuration = new ConfigurationService(dataSource, environment, clock, audit);
  await configuration.ensure();
  const editing = new WorkflowEditingService(dataSource, environment, configuration, clock, audit);
  return { audit, configuration, editing, workflows: new WorkflowsService(dataSource, environment) };
}

/** Returns the error with which a change of a workflow is refused. @throws any other error */
export async function refusal(work: Promise<unknown>): Promise<DomainError> {
  const error = await work.then(
    () => new Error('The change was accepted, but should have been refused.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainError)) throw error;
  return error;
}
