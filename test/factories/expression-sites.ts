import type { Environment } from '@app/config';
import { AuditService, CalendarsService, ConfigurationService } from '@app/domain';
import { ExpressionSites } from '@app/domain/testing';
import type { Clock } from '@app/kernel';
import type { DataSource } from 'typeorm';

/** Reads the time zone and the calendars of a test's database. */
export function expressionSites(
  dataSource: DataSource,
  environment: Environment,
  clock: Clock,
): ExpressionSites {
  const audit = new AuditService(dataSource, clock);
  const configuration = new ConfigurationService(dataSource, environment, clock, audit);
  return new ExpressionSites(configuration, new CalendarsService(dataSource, {} as never, audit));
}
