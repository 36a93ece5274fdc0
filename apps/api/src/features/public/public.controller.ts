import { Public } from '@app/auth';
import { Environment, signInProviders } from '@app/config';
import { ConfigurationService, UsersService } from '@app/domain';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PublicSettingsDto } from './public.dto';

@ApiTags('Public')
@Controller('public')
export class PublicController {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly users: UsersService,
    private readonly environment: Environment,
  ) {}

  /** Get the public settings. A sign-in page needs them before anyone is signed in. */
  @Get('settings')
  @Public()
  async settings(): Promise<PublicSettingsDto> {
    const { platformName, logoUrl, language, timezone, registrationEnabled } =
      await this.configuration.current();
    return {
      platformName,
      logoUrl,
      language,
      timezone,
      registrationEnabled,
      providers: signInProviders(this.environment).map(({ id, name }) => ({ id, name })),
      weatherEnabled: this.environment.WEATHER_API_KEY !== undefined,
      isNew: !(await this.users.haveSignedIn()),
    };
  }
}
