import { Environment } from '@app/config';
import { Mailer } from '@app/mail';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../../../metering/areas/areas.service';
import { ConfigurationService } from '../../../platform/configuration/configuration.service';
import { alertContext, type MailSetting, summaryContext } from './alert-mail';
import type { ClaimedMessage } from './delivery-claims';

/** Sends messages by mail. */
@Injectable()
export class AlertMailer {
  constructor(
    private readonly mailer: Mailer,
    private readonly configuration: ConfigurationService,
    private readonly areas: AreasService,
    private readonly environment: Environment,
  ) {}

  /** @throws DomainError if the mail server does not accept the mail */
  async send({ delivery, messageId, alert, summary }: ClaimedMessage, to: readonly string[]): Promise<void> {
    const setting = await this.setting();
    const { language } = setting;
    const envelope = { to, language, key: `notification ${messageId}` };
    if (summary) {
      const context = summaryContext(summary.count, summary.first, setting);
      await this.mailer.send({ ...envelope, template: 'alert-summary', context });
      return;
    }
    const { areas } = await this.areas.site();
    const areaName = areas.find(({ id }) => id === alert.areaId)?.name ?? null;
    const context = alertContext(delivery.type, alert, areaName, setting);
    await this.mailer.send({ ...envelope, template: 'alert', context });
  }

  private async setting(): Promise<MailSetting> {
    const { platformName, language, timezone: zone } = await this.configuration.current();
    return { platformName, language, zone, link: this.environment.PUBLIC_URL ?? null };
  }
}
