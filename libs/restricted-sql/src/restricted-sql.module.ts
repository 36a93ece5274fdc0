import { Environment } from '@app/config';
import { Clock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { RestrictedSql } from './restricted-sql';

/** Provides `RestrictedSql` with the database and the limits of the environment. Requires `EnvironmentModule`. */
@Module({
  providers: [
    {
      provide: RestrictedSql,
      inject: [Environment, Clock],
      useFactory: (environment: Environment, clock: Clock) =>
        new RestrictedSql(
          {
            enabled: environment.WORKFLOW_DATABASE,
            databaseUrl: environment.DATABASE_URL,
            ownUrl: environment.WORKFLOW_DATABASE_URL,
            secret: environment.JWT_SECRET,
            maxMs: environment.LIMIT_DATABASE_NODE_MS,
            maxRows: environment.LIMIT_DATABASE_NODE_ROWS,
            maxCharacters: environment.LIMIT_DATABASE_NODE_CHARACTERS,
          },
          clock,
        ),
    },
  ],
  exports: [RestrictedSql],
})
export class RestrictedSqlModule {}
