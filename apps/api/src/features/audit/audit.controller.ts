import { Roles } from '@app/auth';
import { AuditLogService } from '@app/domain';
import type { Page } from '@app/kernel';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Paged } from '../../http/responses.decorator';
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
    const { items, total } = await this.log.find(query);
    return { items: items.map(toAuditEntryDto), total };
  }
}
