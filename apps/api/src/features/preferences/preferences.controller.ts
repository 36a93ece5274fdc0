import { CurrentUser, Roles } from '@app/auth';
import { PreferencesService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PartialPreferencesDto, PreferencesDto } from './preferences.dto';

@ApiTags('Preferences')
@Controller()
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  /** Get the caller's preferences. A preference that the caller has not set has its default value. */
  @Get('settings')
  @Roles('viewer')
  read(@CurrentUser() actor: Actor): Promise<PreferencesDto> {
    return this.preferences.merged(actor.requireUserId());
  }

  /** Update the caller's preferences. Only fields in the body change. */
  @Put('settings')
  @Roles('viewer')
  change(@CurrentUser() actor: Actor, @Body() changes: PartialPreferencesDto): Promise<PreferencesDto> {
    return this.preferences.change(actor.requireUserId(), changes);
  }

  /** Get the preferences that the caller has set. Defaults are left out. */
  @Get('auth/me/state')
  @Roles('viewer')
  state(@CurrentUser() actor: Actor): Promise<PartialPreferencesDto> {
    return this.preferences.stored(actor.requireUserId());
  }
}
