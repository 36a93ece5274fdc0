import { type MailConfiguration, MailSettings } from '@app/mail';
import { Injectable } from '@nestjs/common';
import { PlatformService } from '../platform/platform.service';

/** The settings of mail that administrators keep with those of the platform; a change acts on the next mail. */
@Injectable()
export class PlatformMailSettings extends MailSettings {
  constructor(private readonly platform: PlatformService) {
    super();
  }

  override async read(): Promise<MailConfiguration> {
    const { from, host, ...server } = (await this.platform.configuration()).mail;
    return { from, server: host === null ? null : { host, ...server } };
  }
}
