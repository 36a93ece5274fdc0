import { BackupsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { BackupScheduleController } from './backup-schedule.controller';
import { BackupsController } from './backups.controller';

@Module({ imports: [BackupsModule], controllers: [BackupScheduleController, BackupsController] })
export class BackupsFeatureModule {}
