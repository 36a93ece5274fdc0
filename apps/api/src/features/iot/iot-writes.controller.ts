import { CurrentUser, IotRoles } from '@app/auth';
import { OverrideReleaseService, PointOverrideListService, PointWriteListService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import { PageQuery } from '../../http/fields/page.dto';
import { UuidParam } from '../../http/fields/path-ids.decorator';
import { Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { CallsGateway } from './calls-gateway.decorator';
import {
  PointOverrideDto,
  PointWriteDto,
  PointWriteQueryDto,
  toPointOverrideDto,
  toPointWriteDto,
} from './iot-writes.dto';

@ApiTags('IoT proxy')
@Controller('iot')
export class IotWritesController {
  constructor(
    private readonly pointWrites: PointWriteListService,
    private readonly pointOverrides: PointOverrideListService,
    private readonly releases: OverrideReleaseService,
  ) {}

  /** List writes to points, newest first. The list includes the writes of workflows and releases of overrides. */
  @Get('writes')
  @IotRoles('operator')
  @Paged(PointWriteDto)
  async writes(@Query() query: PointWriteQueryDto): Promise<Page<PointWriteDto>> {
    return mapPage(await this.pointWrites.list(query), toPointWriteDto);
  }

  /** List the overrides in force, oldest first. */
  @Get('overrides')
  @IotRoles('viewer')
  @Paged(PointOverrideDto)
  async overrides(@Query() query: PageQuery): Promise<Page<PointOverrideDto>> {
    return mapPage(await this.pointOverrides.list(query), toPointOverrideDto);
  }

  /** Delete an override. The point is released. If the gateway fails, the override stays. */
  @Delete('overrides/:id')
  @IotRoles('admin')
  @CallsGateway()
  @ApiConflictResponse({ description: 'The override is being changed (`override_busy`).' })
  async release(@CurrentUser() actor: Actor, @UuidParam() id: string): Promise<SuccessDto> {
    await this.releases.release(actor, id);
    return SUCCESS;
  }
}
