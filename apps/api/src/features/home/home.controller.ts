import { Public } from '@app/auth';
import { Environment, productVersion } from '@app/config';
import { ConfigurationService, ReadinessService } from '@app/domain';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Produces } from '../../http/reference/media-types.decorator';
import { pageLanguageOf } from '../../http/pages/page-language';
import { HOME_PAGE, homePage } from './home-page';

@ApiTags('Health')
@Controller()
export class HomeController {
  private readonly version = productVersion();

  constructor(
    private readonly health: ReadinessService,
    private readonly configuration: ConfigurationService,
    private readonly environment: Environment,
  ) {}

  /** Get the start page. It shows the version, whether the service is ready, and links to the reference. */
  @Get()
  @Public()
  @Produces('text/html', 'The page, in Chinese or English by `Accept-Language`.')
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { status } = await this.health.readiness();
    const page = homePage({
      platformName: status === 'ready' ? (await this.configuration.current()).platformName : 'Plantroom',
      version: this.version,
      ready: status === 'ready',
      language: pageLanguageOf(request),
      documentation: this.environment.DOCUMENTATION,
    });
    HOME_PAGE.send(response, 200, page);
  }
}
