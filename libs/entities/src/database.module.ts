import { Environment } from '@app/config';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { createDataSource } from './data-source';
import { TrackedDataSource } from './tracked-data-source';

/** Provides the process's `DataSource`. The schema already exists, because `prepareDatabase` ran before. */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Environment],
      useFactory: (environment: Environment) =>
        createDataSource(
          environment.DATABASE_URL,
          environment.DATABASE_POOL_SIZE,
          environment.LIMIT_DATABASE_STATEMENT_MS,
        ).options,
      dataSourceFactory: async (options) => new TrackedDataSource(options as DataSourceOptions),
    }),
  ],
})
export class DatabaseModule {}
