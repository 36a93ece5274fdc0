import { CurrentUser, Roles } from '@app/auth';
import { CalendarsService } from '@app/domain';
import { Actor, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { CalendarChangesDto, CalendarDto, CalendarInputDto } from './calendars.dto';

@ApiTags('Calendars')
@Controller('calendars')
export class CalendarsController {
  constructor(private readonly calendars: CalendarsService) {}

  /** List calendars, oldest first. */
  @Get()
  @Roles('viewer')
  @Paged(CalendarDto)
  list(@Query() query: PageQuery): Promise<Page<CalendarDto>> {
    return this.calendars.list(query);
  }

  /** Create a calendar. */
  @Post()
  @Roles('engineer')
  @Created()
  create(@CurrentUser() actor: Actor, @Body() calendar: CalendarInputDto): Promise<CalendarDto> {
    return this.calendars.create(actor, calendar);
  }

  /** Get a calendar. */
  @Get(':id')
  @Roles('viewer')
  find(@IdParam() id: number): Promise<CalendarDto> {
    return this.calendars.find(id);
  }

  /** Update a calendar. Only fields in the body change; a list replaces the whole list. */
  @Put(':id')
  @Roles('engineer')
  change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: CalendarChangesDto,
  ): Promise<CalendarDto> {
    return this.calendars.change(actor, id, changes);
  }

  /** Delete a calendar. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.calendars.remove(actor, id);
    return SUCCESS;
  }
}
