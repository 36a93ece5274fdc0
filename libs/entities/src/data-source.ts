import { dialectOf } from '@app/config';
import type { DataSource } from 'typeorm';
import { AreaMeterEntity } from './area-meter.entity';
import { AreaEntity } from './area.entity';
import { AuditEntryEntity } from './audit-entry.entity';
import { GatewayTokenEntity } from './gateway-token.entity';
import { IdempotencyKeyEntity } from './idempotency-key.entity';
import { ImplausibleStepEntity } from './implausible-step.entity';
import { LeaseEntity } from './lease.entity';
import { MeterDayEntity } from './meter-day.entity';
import { MeterHourEntity } from './meter-hour.entity';
import { MeterEntity } from './meter.entity';
import { migrations } from './migrations';
import { OAuthAccountEntity } from './oauth-account.entity';
import { PlatformConfigurationEntity } from './platform-configuration.entity';
import { PointValueEntity } from './point-value.entity';
import { ReadingEntity } from './reading.entity';
import { RefreshTokenEntity } from './refresh-token.entity';
import { mysqlWithLimits } from './session.mysql';
import { postgresWithLimits } from './session.postgres';
import { SnakeCaseNaming } from './snake-case-naming';
import { TrackedDataSource } from './tracked-data-source';
import { TriggerOccurrenceEntity } from './trigger-occurrence.entity';
import { UserPreferencesEntity } from './user-preferences.entity';
import { UserSearchTermEntity } from './user-search-term.entity';
import { UserEntity } from './user.entity';
import { WorkflowExecutionResultsEntity } from './workflow-execution-results.entity';
import { WorkflowExecutionStateEntity } from './workflow-execution-state.entity';
import { WorkflowExecutionEntity } from './workflow-execution.entity';
import { WorkflowMemoryEntity } from './workflow-memory.entity';
import { WorkflowRevisionEntity } from './workflow-revision.entity';
import { WorkflowScheduleEntity } from './workflow-schedule.entity';
import { WorkflowEntity } from './workflow.entity';

export const entities = [
  AreaEntity,
  AreaMeterEntity,
  AuditEntryEntity,
  GatewayTokenEntity,
  IdempotencyKeyEntity,
  ImplausibleStepEntity,
  LeaseEntity,
  MeterDayEntity,
  MeterEntity,
  MeterHourEntity,
  OAuthAccountEntity,
  PlatformConfigurationEntity,
  PointValueEntity,
  ReadingEntity,
  RefreshTokenEntity,
  TriggerOccurrenceEntity,
  UserEntity,
  UserPreferencesEntity,
  UserSearchTermEntity,
  WorkflowEntity,
  WorkflowExecutionEntity,
  WorkflowExecutionResultsEntity,
  WorkflowExecutionStateEntity,
  WorkflowMemoryEntity,
  WorkflowRevisionEntity,
  WorkflowScheduleEntity,
];

const CONNECT_TIMEOUT_MS = 5000;
const DEFAULT_STATEMENT_MS = 30_000;
const IDLE_TRANSACTION_MS = 60_000;
/** Silence after which the operating system asks whether the server is still there. */
const KEEP_ALIVE_MS = 10_000;

/**
 * The options of the database at `url` (`postgres://…`, `mysql://…`; `mariadb://…` where the schema is compared,
 * for TypeORM tells the two apart there). Not connected yet; its connections are READ COMMITTED.
 * @param statementMs how long one statement may take
 */
export function createDataSource(url: string, poolSize = 10, statementMs = DEFAULT_STATEMENT_MS): DataSource {
  const limit = { statementMs, idleTransactionMs: Math.max(IDLE_TRANSACTION_MS, statementMs) };
  const shared = {
    url,
    entities,
    migrations,
    migrationsTransactionMode: 'each' as const,
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    logging: false,
    poolSize,
  };
  if (dialectOf(url) === 'postgres') {
    return new TrackedDataSource({
      ...shared,
      type: 'postgres',
      driver: postgresWithLimits(limit),
      connectTimeoutMS: CONNECT_TIMEOUT_MS,
      installExtensions: false,
      extra: {
        statement_timeout: statementMs,
        idle_in_transaction_session_timeout: limit.idleTransactionMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        options: '-c default_transaction_isolation=read\\ committed',
      },
    });
  }
  return new TrackedDataSource({
    ...shared,
    type: url.startsWith('mariadb:') ? 'mariadb' : 'mysql',
    driver: mysqlWithLimits(limit),
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: true,
    charset: 'utf8mb4',
    connectTimeout: CONNECT_TIMEOUT_MS,
    extra: { enableKeepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS },
  });
}
