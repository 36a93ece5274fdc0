import { CurrentUser, Roles } from '@app/auth';
import { NotificationRulesService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  NotificationDeliveryDto,
  NotificationRuleChangesDto,
  NotificationRuleDto,
  NotificationRuleInputDto,
  toNotificationDeliveryDto,
} from './notification-rules.dto';

@ApiTags('Notifications')
@Controller('notification-rules')
export class NotificationRulesController {
  constructor(private readonly rules: NotificationRulesService) {}

  /** List notification rules, oldest first. */
  @Get()
  @Roles('engineer')
  @Paged(NotificationRuleDto)
  list(@Query() query: PageQuery): Promise<Page<NotificationRuleDto>> {
    return this.rules.list(query);
  }

  /** Create a notification rule. Only this answer contains the secrets of the rule's webhooks. */
  @Post()
  @Roles('engineer')
  @Created()
  create(@CurrentUser() actor: Actor, @Body() rule: NotificationRuleInputDto): Promise<NotificationRuleDto> {
    return this.rules.create(actor, rule);
  }

  /** Get a notification rule. */
  @Get(':id')
  @Roles('engineer')
  find(@IdParam() id: number): Promise<NotificationRuleDto> {
    return this.rules.find(id);
  }

  /**
   * Update a notification rule. Only fields in the body change; a list replaces the whole list. A masked secret is
   * kept.
   */
  @Put(':id')
  @Roles('engineer')
  change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: NotificationRuleChangesDto,
  ): Promise<NotificationRuleDto> {
    return this.rules.change(actor, id, changes);
  }

  /** Delete a notification rule. Messages that have not been sent are dropped. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.rules.remove(actor, id);
    return SUCCESS;
  }

  /** List the deliveries of a notification rule, newest first. */
  @Get(':id/deliveries')
  @Roles('engineer')
  @Paged(NotificationDeliveryDto)
  async deliveries(@IdParam() id: number, @Query() query: PageQuery): Promise<Page<NotificationDeliveryDto>> {
    return mapPage(await this.rules.deliveries(id, query), toNotificationDeliveryDto);
  }
}
