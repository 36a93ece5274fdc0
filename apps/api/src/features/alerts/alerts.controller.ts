import { CurrentUser, Roles } from '@app/auth';
import { AlertActionsService, AlertsService, ManualAlertsService } from '@app/domain';
import { Actor, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query, Res } from '@nestjs/common';
import { ApiConflictResponse, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  AlertChangesDto,
  AlertDto,
  AlertEventDto,
  AlertInputDto,
  AlertNoteDto,
  AlertQueryDto,
  ShelveAlertDto,
} from './alerts.dto';

@ApiTags('Alerts')
@Controller('alerts')
export class AlertsController {
  constructor(
    private readonly alerts: AlertsService,
    private readonly manualAlerts: ManualAlertsService,
    private readonly actions: AlertActionsService,
  ) {}

  /** List alerts, newest first. */
  @Get()
  @Roles('viewer')
  @Paged(AlertDto)
  list(@Query() query: AlertQueryDto): Promise<Page<AlertDto>> {
    return this.alerts.list(query);
  }

  /**
   * Create an alert. Its source is `manual`. If an alert with the same type and originator is active, no alert is
   * created: the answer is 200 with the active alert, whose `occurrences` are incremented, and whose title, message,
   * severity, value and threshold are replaced.
   */
  @Post()
  @Roles('operator')
  @Created()
  @ApiCreatedResponse({ type: AlertDto })
  @ApiOkResponse({
    type: AlertDto,
    description: 'The same problem is active. The report counts as a repeat.',
  })
  async create(
    @CurrentUser() actor: Actor,
    @Body() input: AlertInputDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AlertDto> {
    const { alert, isNew } = await this.manualAlerts.raise(actor, input);
    if (!isNew) response.status(200);
    return alert;
  }

  /** Get an alert. */
  @Get(':id')
  @Roles('viewer')
  find(@IdParam() id: number): Promise<AlertDto> {
    return this.alerts.find(id);
  }

  /**
   * Update the texts or the severity of an alert. When the source reports the problem again, the report overwrites
   * them.
   */
  @Put(':id')
  @Roles('operator')
  change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: AlertChangesDto,
  ): Promise<AlertDto> {
    return this.alerts.change(actor, id, changes);
  }

  /** Delete an alert with its history. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.alerts.remove(actor, id);
    return SUCCESS;
  }

  /** List the history of an alert, oldest event first. */
  @Get(':id/history')
  @Roles('viewer')
  @Paged(AlertEventDto)
  history(@IdParam() id: number, @Query() query: PageQuery): Promise<Page<AlertEventDto>> {
    return this.alerts.history(id, query);
  }

  /** Acknowledge an alert. A cleared alert can be acknowledged, too. */
  @Post(':id/acknowledge')
  @Roles('operator')
  @ApiConflictResponse({ description: 'The alert is already acknowledged (`wrong_state`).' })
  acknowledge(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() { note }: AlertNoteDto,
  ): Promise<AlertDto> {
    return this.actions.acknowledge(actor, id, note);
  }

  /** Clear an alert. If the problem still exists, the next report of its source raises a new alert. */
  @Post(':id/clear')
  @Roles('operator')
  @ApiConflictResponse({ description: 'The alert is already cleared (`wrong_state`).' })
  clear(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() { note }: AlertNoteDto,
  ): Promise<AlertDto> {
    return this.actions.clear(actor, id, note);
  }

  /**
   * Shelve an active alert until a time. Until then, neither this alert nor a new alert with the same source, type and
   * originator causes messages or triggers workflows. If the alert is already shelved, the new time replaces the
   * earlier one.
   */
  @Post(':id/shelve')
  @Roles('operator')
  @ApiConflictResponse({ description: 'The alert is cleared (`wrong_state`).' })
  shelve(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() shelving: ShelveAlertDto,
  ): Promise<AlertDto> {
    return this.actions.shelve(actor, id, shelving);
  }

  /** Unshelve an alert. */
  @Post(':id/unshelve')
  @Roles('operator')
  @ApiConflictResponse({ description: 'The alert is not shelved (`wrong_state`).' })
  unshelve(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() { note }: AlertNoteDto,
  ): Promise<AlertDto> {
    return this.actions.unshelve(actor, id, note);
  }
}
