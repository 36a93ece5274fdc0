import { CurrentUser, Roles } from '@app/auth';
import { MaintenanceService } from '@app/domain';
import { Actor, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  MaintenanceChangesDto,
  MaintenanceDto,
  MaintenanceInputDto,
  MaintenanceQueryDto,
} from './maintenance.dto';

const WRONG_STATE = {
  description:
    'The status cannot change in this way, or the recurrence cannot change because the work order is closed ' +
    '(`wrong_state`).',
};

@ApiTags('Maintenance')
@Controller('maintenance')
export class MaintenanceController {
  constructor(private readonly maintenance: MaintenanceService) {}

  /**
   * List work orders, newest first.
   *
   * With `from` or `to`, work orders that are due in this range are listed, earliest due date first. The range can be
   * combined with `status`, but not with other filters.
   */
  @Get()
  @Roles('viewer')
  @Paged(MaintenanceDto)
  list(@Query() query: MaintenanceQueryDto): Promise<Page<MaintenanceDto>> {
    return this.maintenance.list(query);
  }

  /** Create a work order. Its status is `open`. With a recurrence, it is the first of a series. */
  @Post()
  @Roles('operator')
  @Created()
  create(@CurrentUser() actor: Actor, @Body() order: MaintenanceInputDto): Promise<MaintenanceDto> {
    return this.maintenance.create(actor, order);
  }

  /** Get a work order. */
  @Get(':id')
  @Roles('viewer')
  find(@IdParam() id: number): Promise<MaintenanceDto> {
    return this.maintenance.find(id);
  }

  /**
   * Update a work order. Only fields in the body change; a checklist replaces the whole checklist.
   *
   * Work can become `in_progress`, `on_hold`, `completed` or `cancelled` until it is completed or cancelled. It cannot become
   * `open` again.
   *
   * A series continues after its work order is completed or cancelled. In a `cron` series, the next work order is
   * created within about five seconds after the completion, or when the cancelled work order would have been due. In a
   * series with `everyHours`, the next work order is created after the counter has advanced by this number of hours.
   */
  @Put(':id')
  @Roles('operator')
  @ApiConflictResponse(WRONG_STATE)
  change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: MaintenanceChangesDto,
  ): Promise<MaintenanceDto> {
    return this.maintenance.change(actor, id, changes);
  }

  /** Delete a work order. If it is the newest one of a series, the series ends. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.maintenance.remove(actor, id);
    return SUCCESS;
  }
}
