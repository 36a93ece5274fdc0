import { type MailConfiguration, MailSettings } from '@app/mail';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../configuration/configuration.service';

/** Provides the mail settings of the platform configuration. A change applies to the next mail. */
@Injectable()
export class ConfiguredMailSettings extends MailSettings {
  constructor(private readonly configuration: ConfigurationService) {
    super();
  }

  override async read(): Promise<MailConfiguration> {
    const { from, host, ...server } = (await this.configuration.current()).mail;
    return { from, server: host === null ? null : { host, ...server } };
  }
}
