import { Environment } from '@app/config';
import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { createDataSource } from './data-source';
import { refuseDuringRestore } from './restore-mark';
import { TrackedDataSource } from './tracked-data-source';

/** Provides the `DataSource` of the process. The schema already exists, because `prepareDatabase` runs first. */
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
export class DatabaseModule implements OnModuleInit {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Checks again whether a restore is in progress, because one may have begun after `prepareDatabase`. A restore first
   * marks the database and then looks for connections. So either the restore finds the connection of this process, or
   * this process finds the mark.
   */
  async onModuleInit(): Promise<void> {
    await refuseDuringRestore(this.dataSource);
  }
}
