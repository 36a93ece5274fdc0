import { CurrentUser, Roles } from '@app/auth';
import { FaultsService, FaultStatsService } from '@app/domain';
import { Actor, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { FaultChangesDto, FaultDto, FaultInputDto, FaultQueryDto, FaultStatsDto } from './faults.dto';

@ApiTags('Faults')
@Controller('faults')
export class FaultsController {
  constructor(
    private readonly faults: FaultsService,
    private readonly statistics: FaultStatsService,
  ) {}

  /** List faults, newest first. */
  @Get()
  @Roles('viewer')
  @Paged(FaultDto)
  list(@Query() query: FaultQueryDto): Promise<Page<FaultDto>> {
    return this.faults.list(query);
  }

  /** Create a fault. Its status is `open`. */
  @Post()
  @Roles('operator')
  @Created()
  create(@CurrentUser() actor: Actor, @Body() fault: FaultInputDto): Promise<FaultDto> {
    return this.faults.create(actor, fault);
  }

  /**
   * Get the statistics of all faults.
   *
   * The statistics include every change whose request was answered before this request began. `updatedAt` is the time
   * of the last change.
   */
  @Get('stats')
  @Roles('viewer')
  stats(): Promise<FaultStatsDto> {
    return this.statistics.read();
  }

  /** Get a fault. */
  @Get(':id')
  @Roles('viewer')
  find(@IdParam() id: number): Promise<FaultDto> {
    return this.faults.find(id);
  }

  /**
   * Update a fault. Only fields in the body change.
   *
   * The status goes from `open` to `in_progress`, `resolved` and `closed`, one step at a time. A fault that is resolved
   * or closed can be opened again: set its status to `open`.
   */
  @Put(':id')
  @Roles('operator')
  @ApiConflictResponse({ description: 'The current status does not allow this change (`wrong_state`).' })
  change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: FaultChangesDto,
  ): Promise<FaultDto> {
    return this.faults.change(actor, id, changes);
  }

  /** Delete a fault and its comments. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.faults.remove(actor, id);
    return SUCCESS;
  }
}
