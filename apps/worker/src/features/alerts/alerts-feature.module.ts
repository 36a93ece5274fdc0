import { AlertsModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { PruneAlarmsSchedule } from './prune-alarms.schedule';
import { ReturnShelvedSchedule } from './return-shelved.schedule';

@Module({ imports: [AlertsModule, LeaseModule], providers: [PruneAlarmsSchedule, ReturnShelvedSchedule] })
export class AlertsFeatureModule {}
