import { CurrentUser, Roles } from '@app/auth';
import { PreferencesService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PreferencesDto, SettingsDto } from './settings.dto';

@ApiTags('Settings')
@Controller()
export class SettingsController {
  constructor(private readonly preferences: PreferencesService) {}

  /** Get the caller's settings. Settings that the caller has not set have their default. */
  @Get('settings')
  @Roles('viewer')
  read(@CurrentUser() actor: Actor): Promise<SettingsDto> {
    return this.preferences.merged(actor.requireUserId());
  }

  /** Update the caller's settings. Only fields in the body change. */
  @Put('settings')
  @Roles('viewer')
  change(@CurrentUser() actor: Actor, @Body() changes: PreferencesDto): Promise<SettingsDto> {
    return this.preferences.change(actor.requireUserId(), changes);
  }

  /** Get the settings that the caller has set. Defaults are left out. */
  @Get('auth/me/state')
  @Roles('viewer')
  state(@CurrentUser() actor: Actor): Promise<PreferencesDto> {
    return this.preferences.stored(actor.requireUserId());
  }
}
