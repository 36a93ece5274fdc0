import { CurrentUser, Roles } from '@app/auth';
import { BackupScheduleService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BackupScheduleChangesDto, BackupScheduleDto, toBackupScheduleDto } from './backup-schedule.dto';

@ApiTags('Backups')
@Controller('system/backup-schedule')
export class BackupScheduleController {
  constructor(private readonly schedule: BackupScheduleService) {}

  /** Get the schedule of backups. */
  @Get()
  @Roles('admin')
  async read(): Promise<BackupScheduleDto> {
    return toBackupScheduleDto(await this.schedule.read());
  }

  /** Update the schedule of backups. Only fields in the body change. */
  @Put()
  @Roles('admin')
  async change(
    @CurrentUser() actor: Actor,
    @Body() changes: BackupScheduleChangesDto,
  ): Promise<BackupScheduleDto> {
    return toBackupScheduleDto(await this.schedule.change(actor, changes));
  }
}
