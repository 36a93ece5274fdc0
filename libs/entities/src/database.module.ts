import { Environment } from '@app/config';
import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { createDataSource } from './data-source';
import { refuseDuringRestore } from './restore-mark';
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
export class DatabaseModule implements OnModuleInit {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * A restore may have begun since `prepareDatabase`. This process has a connection now: the restore marks the database
   * before it looks for connections, so either it finds this one, or this process finds the mark.
   */
  async onModuleInit(): Promise<void> {
    await refuseDuringRestore(this.dataSource);
  }
}
