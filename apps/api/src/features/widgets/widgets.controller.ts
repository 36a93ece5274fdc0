import { CurrentUser, Roles } from '@app/auth';
import { WidgetsService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import { UuidParam } from '../../http/fields/path-ids.decorator';
import { Created } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { DashboardSettingsDto, toWidgetInput, WidgetDto, WidgetInputDto } from './widgets.dto';

@ApiTags('Dashboard')
@Controller('dashboard')
export class WidgetsController {
  constructor(private readonly widgets: WidgetsService) {}

  /**
   * List all widgets with their data, from top to bottom.
   *
   * Widgets that show the weather are left out if the server has no key for a weather provider.
   */
  @Get()
  @Roles('viewer')
  list(): Promise<WidgetDto[]> {
    return this.widgets.list();
  }

  /** Create a widget. Widgets may overlap, because clients arrange them. */
  @Post()
  @Roles('engineer')
  @Created()
  @ApiConflictResponse({
    description: 'The dashboard already has the maximum number of widgets (`dashboard_full`).',
  })
  create(@CurrentUser() actor: Actor, @Body() widget: WidgetInputDto): Promise<WidgetDto> {
    return this.widgets.create(actor, toWidgetInput(widget));
  }

  /**
   * Update the layout in one transaction. Only the fields of the widgets in the body change. Returns all widgets.
   *
   * An unknown id, or an id that is named twice, is refused.
   */
  @Put('settings')
  @Roles('engineer')
  arrange(@CurrentUser() actor: Actor, @Body() { widgets }: DashboardSettingsDto): Promise<WidgetDto[]> {
    return this.widgets.arrange(actor, widgets);
  }

  /** Delete a widget. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @UuidParam() id: string): Promise<SuccessDto> {
    await this.widgets.remove(actor, id);
    return SUCCESS;
  }
}
