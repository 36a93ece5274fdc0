import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LeaseService } from './lease.service';

/** Provides `LeaseService`, which uses the `DataSource` of the process. */
@Module({
  providers: [
    {
      provide: LeaseService,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new LeaseService(dataSource),
    },
  ],
  exports: [LeaseService],
})
export class LeaseModule {}
