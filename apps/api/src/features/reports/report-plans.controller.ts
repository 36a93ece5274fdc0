import { CurrentUser, Roles } from '@app/auth';
import { ReportPlansService, ReportStartsService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdempotencyKey, RepeatsSafely } from '../../http/fields/idempotency-key.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Accepted, Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  ReportPlanChangesDto,
  ReportPlanDto,
  ReportPlanInputDto,
  ReportPlanQuery,
  ReportRunDto,
  ReportRunStartedDto,
  toReportPlanDto,
  toReportRunDto,
} from './report-plan.dto';

@ApiTags('Reports')
@Controller('reports')
export class ReportPlansController {
  constructor(
    private readonly plans: ReportPlansService,
    private readonly starts: ReportStartsService,
  ) {}

  /** List report plans, oldest first. */
  @Get()
  @Roles('viewer')
  @Paged(ReportPlanDto)
  async list(@Query() query: ReportPlanQuery): Promise<Page<ReportPlanDto>> {
    return mapPage(await this.plans.list(query), toReportPlanDto);
  }

  /** Create a report plan. If the plan is enabled, its first run is at the next time of its schedule. */
  @Post()
  @Roles('engineer')
  @Created()
  async create(@CurrentUser() actor: Actor, @Body() plan: ReportPlanInputDto): Promise<ReportPlanDto> {
    return toReportPlanDto(await this.plans.create(actor, plan));
  }

  /**
   * Update a report plan. Only fields in the body change; a list replaces the whole list. Runs that have started keep
   * their content.
   */
  @Put(':id')
  @Roles('engineer')
  async change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: ReportPlanChangesDto,
  ): Promise<ReportPlanDto> {
    return toReportPlanDto(await this.plans.change(actor, id, changes));
  }

  /** Delete a report plan with its runs. The files stay. Mails that have not been sent yet are never sent. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.plans.remove(actor, id);
    return SUCCESS;
  }

  /**
   * Start a run of a report plan now. The report is generated and mailed in the background.
   * `GET /api/reports/{id}/runs` reports the progress. The period is relative to the current time. A disabled plan can
   * be started, too.
   */
  @Post(':id/run')
  @Roles('engineer')
  @Accepted()
  @RepeatsSafely()
  async run(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @IdempotencyKey() key?: string,
  ): Promise<ReportRunStartedDto> {
    return { runId: await this.starts.start(actor, id, key) };
  }

  /** List the runs of a report plan, newest first. Runs are kept for 90 days. The newest run is kept for longer. */
  @Get(':id/runs')
  @Roles('viewer')
  @Paged(ReportRunDto)
  async runs(@IdParam() id: number, @Query() query: PageQuery): Promise<Page<ReportRunDto>> {
    return mapPage(await this.plans.runsOf(id, query), toReportRunDto);
  }
}
