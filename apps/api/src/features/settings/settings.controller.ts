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

  /** Tells the caller's settings: the defaults with what he has set over them. */
  @Get('settings')
  @Roles('viewer')
  read(@CurrentUser() actor: Actor): Promise<SettingsDto> {
    return this.preferences.merged(actor.requireUserId());
  }

  /** Sets what the body carries. */
  @Put('settings')
  @Roles('viewer')
  change(@CurrentUser() actor: Actor, @Body() changes: PreferencesDto): Promise<SettingsDto> {
    return this.preferences.change(actor.requireUserId(), changes);
  }

  /** Tells what the caller has set, without the defaults. */
  @Get('auth/me/state')
  @Roles('viewer')
  state(@CurrentUser() actor: Actor): Promise<PreferencesDto> {
    return this.preferences.stored(actor.requireUserId());
  }
}
