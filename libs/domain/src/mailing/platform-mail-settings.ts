import { type MailConfiguration, MailSettings } from '@app/mail';
import { Injectable } from '@nestjs/common';
import { PlatformService } from '../platform/platform.service';

/** The mail settings in the platform configuration. A change applies to the next mail. */
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
