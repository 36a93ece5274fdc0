import type { Environment } from '@app/config';
import { RememberedValuesService, TriggerConditions } from '@app/domain/testing';
import { type Clock, SecretValues } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { expressionSites } from './expression-sites';

/** Evaluates the conditions of triggers with the calendars and remembered values of a test's database. */
export function triggerConditions(
  dataSource: DataSource,
  environment: Environment,
  clock: Clock,
  secrets = new SecretValues({}),
): TriggerConditions {
  const remembered = new RememberedValuesService(dataSource, environment, clock);
  return new TriggerConditions(
    expressionSites(dataSource, environment, clock),
    remembered,
    secrets,
    environment,
  );
}
