import type { Environment } from '@app/config';
import {
  CurrentMatches,
  CurrentValuesService,
  ListenersService,
  WaitConditions,
  WaitEvaluationService,
  WaitsService,
} from '@app/domain/testing';
import { type Clock, SecretValues } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { expressionSites } from './expression-sites';

const SILENT = { woken: () => undefined };
const NO_SECRETS = new SecretValues({});

/** Creates the service that ends waits when occurrences arrive. */
export function waitEvaluation(
  dataSource: DataSource,
  environment: Environment,
  clock: Clock,
  dispatcher: { woken(executions: never): void } = SILENT,
  secrets = NO_SECRETS,
): WaitEvaluationService {
  return new WaitEvaluationService(
    dataSource,
    new ListenersService(),
    new WaitConditions(expressionSites(dataSource, environment, clock), secrets, environment),
    dispatcher as never,
    clock,
  );
}

/** Creates the service with which nodes wait. */
export function waitsService(
  dataSource: DataSource,
  environment: Environment,
  clock: Clock,
  secrets = NO_SECRETS,
): WaitsService {
  const sites = expressionSites(dataSource, environment, clock);
  const matches = new CurrentMatches(
    dataSource,
    new CurrentValuesService(dataSource),
    new WaitConditions(sites, secrets, environment),
  );
  return new WaitsService(dataSource, matches, secrets, clock, environment);
}
