import { CurrentUser, Roles } from '@app/auth';
import { DashboardsService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiConflictResponse, ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  DashboardChangesDto,
  DashboardContentDto,
  DashboardDto,
  DashboardInputDto,
  toDashboardChanges,
} from './widgets.dto';

@ApiTags('Dashboard')
@Controller('dashboards')
export class DashboardsController {
  constructor(private readonly dashboards: DashboardsService) {}

  /**
   * List the dashboards that you may see.
   *
   * These are the shared ones for your role and your own ones. The default dashboard comes first, and the others are sorted by name.
   */
  @Get()
  @Roles('viewer')
  list(@CurrentUser() actor: Actor): Promise<DashboardDto[]> {
    return this.dashboards.list(actor);
  }

  /**
   * Create a dashboard.
   *
   * Everybody can create dashboards for themselves. A dashboard with a role is shared. Only engineers create, change and delete shared dashboards.
   */
  @Post()
  @Roles('viewer')
  @Created()
  @ApiForbiddenResponse({
    description:
      'The role is higher than yours, you are not an engineer, or the caller is an API key without a user.',
  })
  @ApiConflictResponse({
    description:
      'There are 100 shared dashboards already, or you have 5 of your own (`too_many_dashboards`).',
  })
  create(@CurrentUser() actor: Actor, @Body() dashboard: DashboardInputDto): Promise<DashboardDto> {
    return this.dashboards.create(actor, dashboard);
  }

  /**
   * Get a dashboard with its widgets.
   *
   * A dashboard that you may not see is not found.
   */
  @Get(':id')
  @Roles('viewer')
  find(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<DashboardContentDto> {
    return this.dashboards.find(actor, id);
  }

  /**
   * Update a dashboard and its widgets in one transaction.
   *
   * `widgets` is the whole dashboard: widgets without an id are created, the layout and the configuration of widgets with
   * an id change, and stored widgets that are missing are deleted.
   */
  @Put(':id')
  @Roles('viewer')
  @ApiForbiddenResponse({ description: 'The dashboard is shared, and you are not an engineer.' })
  @ApiConflictResponse({
    description:
      'The dashboard has another revision than the request (`outdated_revision`), has too many widgets ' +
      '(`dashboard_full`), or is the default one, which everybody sees (`default_dashboard`).',
  })
  save(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: DashboardChangesDto,
  ): Promise<DashboardContentDto> {
    return this.dashboards.save(actor, id, toDashboardChanges(changes));
  }

  /**
   * Delete a dashboard with its widgets.
   *
   * The default dashboard cannot be deleted.
   */
  @Delete(':id')
  @Roles('viewer')
  @ApiForbiddenResponse({ description: 'The dashboard is shared, and you are not an engineer.' })
  @ApiConflictResponse({ description: 'It is the default dashboard (`default_dashboard`).' })
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.dashboards.remove(actor, id);
    return SUCCESS;
  }
}
