import type { Environment } from '@app/config';
import { AuditService, ConfigurationService } from '@app/domain';
import { CalendarReader, ExpressionSites } from '@app/domain/testing';
import type { Clock } from '@app/kernel';
import type { DataSource } from 'typeorm';

/** Creates the service that reads the time zone and the calendars from a test's database. */
export function expressionSites(
  dataSource: DataSource,
  environment: Environment,
  clock: Clock,
): ExpressionSites {
  const audit = new AuditService(dataSource, clock);
  const configuration = new ConfigurationService(dataSource, environment, clock, audit);
  return new ExpressionSites(configuration, new CalendarReader(dataSource));
}
