import { Public } from '@app/auth';
import { Environment, productVersion } from '@app/config';
import { ConfigurationService, ReadinessService } from '@app/domain';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Produces } from '../../http/reference/media-types.decorator';
import { HOME_PAGE_POLICY, homePage } from './home-page';

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
      language: request.acceptsLanguages(['en', 'zh']) === 'zh' ? 'zh' : 'en',
      documentation: this.environment.DOCUMENTATION,
    });
    response
      .setHeader('Content-Security-Policy', HOME_PAGE_POLICY)
      .setHeader('Vary', 'Accept-Language')
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(page);
  }
}
