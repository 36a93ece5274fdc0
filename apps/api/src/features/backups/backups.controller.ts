import { CurrentUser, Roles } from '@app/auth';
import { BackupsService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdempotencyKey, RepeatsSafely } from '../../http/fields/idempotency-key.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { Accepted, Paged } from '../../http/reference/responses.decorator';
import { BackupDto, BackupInputDto, BackupStartedDto, toBackupDto } from './backups.dto';

@ApiTags('Backups')
@Controller('system/backups')
export class BackupsController {
  constructor(private readonly backups: BackupsService) {}

  /**
   * List backups, newest first.
   *
   * `GET /api/files/{fileId}/preview` returns the file of a backup. The command `npm run restore` restores it.
   */
  @Get()
  @Roles('admin')
  @Paged(BackupDto)
  async list(@Query() page: PageQuery): Promise<Page<BackupDto>> {
    return mapPage(await this.backups.list(page), toBackupDto);
  }

  /**
   * Start a backup.
   *
   * The file is written and verified in the background. All tables are read from one snapshot of the database, while
   * the service continues. `GET /api/system/backups` shows the progress. At most one backup runs at a time.
   */
  @Post()
  @Roles('admin')
  @Accepted()
  @RepeatsSafely('A backup is already running')
  async start(
    @CurrentUser() actor: Actor,
    @Body() input: BackupInputDto,
    @IdempotencyKey() key?: string,
  ): Promise<BackupStartedDto> {
    return { id: await this.backups.start(actor, input, key) };
  }
}
