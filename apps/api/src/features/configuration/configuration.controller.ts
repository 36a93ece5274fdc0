import { CurrentUser, Roles } from '@app/auth';
import { type ConfigurationChanges, ConfigurationService, OutdoorTemperatureService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ConfigurationChangesDto, ConfigurationDto, toConfigurationDto } from './configuration.dto';

@ApiTags('Platform configuration')
@Controller('configs')
export class ConfigurationController {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly temperature: OutdoorTemperatureService,
  ) {}

  /** Get the platform configuration. Secrets are masked. */
  @Get()
  @Roles('admin')
  async read(): Promise<ConfigurationDto> {
    return toConfigurationDto(await this.configuration.current());
  }

  /** Update the platform configuration. Only fields in the body change. Changes take effect without a restart. */
  @Put()
  @Roles('admin')
  async change(
    @CurrentUser() actor: Actor,
    @Body() changes: ConfigurationChangesDto,
  ): Promise<ConfigurationDto> {
    return toConfigurationDto(await this.temperature.change(actor, changes as ConfigurationChanges));
  }
}
