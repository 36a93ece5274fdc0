import { Roles } from '@app/auth';
import { AuditLogService } from '@app/domain';
import { mapPage, type Page } from '@app/kernel';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Paged } from '../../http/reference/responses.decorator';
import { AuditEntryDto, AuditQueryDto, toAuditEntryDto } from './audit.dto';

@ApiTags('System')
@Controller('system/audit')
export class AuditController {
  constructor(private readonly log: AuditLogService) {}

  /** List audit entries, newest first. */
  @Get()
  @Roles('admin')
  @Paged(AuditEntryDto)
  async list(@Query() query: AuditQueryDto): Promise<Page<AuditEntryDto>> {
    return mapPage(await this.log.find(query), toAuditEntryDto);
  }
}
