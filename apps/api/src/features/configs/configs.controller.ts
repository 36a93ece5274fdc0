import { CurrentUser, Roles } from '@app/auth';
import { type ConfigurationChanges, PlatformService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ConfigurationChangesDto, ConfigurationDto, toConfigurationDto } from './configs.dto';

@ApiTags('Platform configuration')
@Controller('configs')
export class ConfigsController {
  constructor(private readonly platform: PlatformService) {}

  /** Tells the settings of the whole platform; secrets are masked. */
  @Get()
  @Roles('admin')
  async read(): Promise<ConfigurationDto> {
    return toConfigurationDto(await this.platform.configuration());
  }

  /** Changes what the body carries. It acts without a restart. */
  @Put()
  @Roles('admin')
  async change(
    @CurrentUser() actor: Actor,
    @Body() changes: ConfigurationChangesDto,
  ): Promise<ConfigurationDto> {
    return toConfigurationDto(await this.platform.change(actor, changes as ConfigurationChanges));
  }
}
