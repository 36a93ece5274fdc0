import { CurrentUser, Roles } from '@app/auth';
import { AlertRulesService, AlertRuleTestsService } from '@app/domain';
import { Actor, mapPage, type Page, type RuleCondition } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { ChangesNothing } from '../../http/body/changes-nothing.decorator';
import { CallsGateway } from '../iot/calls-gateway.decorator';
import {
  AlertRuleChangesDto,
  AlertRuleDto,
  AlertRuleInputDto,
  AlertRuleTestDto,
  AlertRuleTestResultDto,
} from './alert-rules.dto';
import { toAlertRuleDto, toChanges } from './rule-forms';

@ApiTags('Alert rules')
@Controller('alerts/rules')
export class AlertRulesController {
  constructor(
    private readonly rules: AlertRulesService,
    private readonly tests: AlertRuleTestsService,
  ) {}

  /** List alert rules, oldest first. */
  @Get()
  @Roles('operator')
  @Paged(AlertRuleDto)
  async list(@Query() query: PageQuery): Promise<Page<AlertRuleDto>> {
    return mapPage(await this.rules.list(query), toAlertRuleDto);
  }

  /**
   * Create an alert rule. Texts, null and values of bad quality are ignored: they neither raise nor clear an alert. A
   * boolean counts as 0 or 1. After a person has cleared an alert, the rule raises the next one only after its
   * condition has been false.
   */
  @Post()
  @Roles('engineer')
  @Created()
  async create(@CurrentUser() actor: Actor, @Body() rule: AlertRuleInputDto): Promise<AlertRuleDto> {
    return toAlertRuleDto(await this.rules.create(actor, toChanges(rule)));
  }

  /**
   * Check an alert rule against the past. The answer lists the periods in which an alert of the rule would have been
   * active. For a point, the values are read from the gateway, and each value is evaluated as if it had arrived at its
   * timestamp. For an area, the values are the power at each poll, computed from the stored readings of the area's
   * meters. A range with more than 1,000,000 values or readings is refused.
   */
  @Post('test')
  @Roles('engineer')
  @ChangesNothing()
  @CallsGateway()
  test(@Body() { from, to, rule }: AlertRuleTestDto): Promise<AlertRuleTestResultDto> {
    return this.tests.test({ from, to, rule: toChanges(rule, { path: 'rule.condition' }) });
  }

  /** Get an alert rule. */
  @Get(':id')
  @Roles('operator')
  async find(@IdParam() id: number): Promise<AlertRuleDto> {
    return toAlertRuleDto(await this.rules.find(id));
  }

  /**
   * Update an alert rule. Only fields in the body change. If a field gets another value, the active alert of the rule
   * is cleared, and the evaluation of the rule starts again.
   */
  @Put(':id')
  @Roles('engineer')
  async change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: AlertRuleChangesDto,
  ): Promise<AlertRuleDto> {
    const changesOf = (current: RuleCondition) => toChanges(changes, { current });
    return toAlertRuleDto(await this.rules.change(actor, id, changesOf));
  }

  /** Delete an alert rule. Its alert is cleared. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.rules.remove(actor, id);
    return SUCCESS;
  }
}
