import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module';
import { PointsModule } from '../points/points.module';
import { ExecutionWriteRecords } from './execution-write-records';
import { PointWriteListService } from './point-write-list.service';
import { PointWriteRetentionService } from './point-write-retention.service';
import { PointWriter } from './point-writer';
import { PointWritesService } from './point-writes.service';
import { WriteRecords } from './write-records';

/** Requires `GatewayClientModule`. */
@Module({
  imports: [AuditModule, ConfigurationModule, IdempotencyModule, PointsModule],
  providers: [
    ExecutionWriteRecords,
    PointWriteListService,
    PointWriteRetentionService,
    PointWriter,
    PointWritesService,
    WriteRecords,
  ],
  exports: [PointWriteListService, PointWriteRetentionService, PointWriter, PointWritesService],
})
export class PointWritesModule {}
