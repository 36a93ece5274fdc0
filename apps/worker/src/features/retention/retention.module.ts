import { ExecutionsModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { PruneExecutionsSchedule } from './prune-executions.schedule';

@Module({ imports: [ExecutionsModule, LeaseModule], providers: [PruneExecutionsSchedule] })
export class RetentionModule {}
