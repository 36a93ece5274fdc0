import { CurrentUser, Roles } from '@app/auth';
import { AirHandlersService, LossRulesService } from '@app/domain';
import { LOSS_RULES } from '@app/entities';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ChangesNothing } from '../../http/body/changes-nothing.decorator';
import {
  AirHandlersDto,
  LossRuleChangesDto,
  LossRuleDayDto,
  LossRuleDto,
  LossRuleTestDto,
} from './losses.dto';

@ApiTags('Losses')
@Controller('loss-rules')
export class LossRulesController {
  constructor(
    private readonly rules: LossRulesService,
    private readonly units: AirHandlersService,
  ) {}

  /** List the rules that find losses, with their settings. */
  @Get()
  @Roles('engineer')
  list(): Promise<LossRuleDto[]> {
    return this.rules.list();
  }

  /** List the air handling units that rules judge. */
  @Get('air-handlers')
  @Roles('engineer')
  async airHandlers(): Promise<AirHandlersDto> {
    return { airHandlers: await this.units.list() };
  }

  /** Update all air handling units. The list replaces the stored one; losses of units that are gone end. */
  @Put('air-handlers')
  @Roles('engineer')
  async replaceAirHandlers(
    @CurrentUser() actor: Actor,
    @Body() { airHandlers }: AirHandlersDto,
  ): Promise<AirHandlersDto> {
    return { airHandlers: await this.units.replace(actor, airHandlers) };
  }

  /**
   * Check a rule on each local day that begins in a range. Without an area, all areas are checked. The answer is what the daily job would have found from the hours
   * that are stored now. `night_load`, `weekend_load` and `outside_band` have an outcome for each day, for electricity and for
   * each other energy type that the area measures. Nothing is stored.
   */
  @Post('test')
  @Roles('engineer')
  @ChangesNothing()
  test(@Body() test: LossRuleTestDto): Promise<LossRuleDayDto[]> {
    return this.rules.test(test);
  }

  /** Update a rule. Only fields in the body change. They apply from the next daily job on. */
  @Put(':rule')
  @Roles('engineer')
  @ApiParam({ name: 'rule', enum: LOSS_RULES, description: 'The rule.' })
  change(
    @CurrentUser() actor: Actor,
    @Param('rule') rule: string,
    @Body() changes: LossRuleChangesDto,
  ): Promise<LossRuleDto> {
    return this.rules.change(actor, rule, changes);
  }
}
