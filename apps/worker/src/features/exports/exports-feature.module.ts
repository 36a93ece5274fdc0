import { ExportsModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { DueExports } from './due-exports';
import { PruneExportsSchedule } from './prune-exports.schedule';
import { WriteExportHandler } from './write-export.handler';

@Module({
  imports: [ExportsModule, LeaseModule],
  providers: [DueExports, PruneExportsSchedule, WriteExportHandler],
})
export class ExportsFeatureModule {}
