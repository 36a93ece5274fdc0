import { Environment } from '@app/config';
import { PushDeviceEntity, UserPreferencesEntity } from '@app/entities';
import { DomainError, say } from '@app/kernel';
import type { MailLanguage } from '@app/mail';
import { PublicHttp } from '@app/outbound-http';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { generateRequestDetails } from 'web-push';
import { allowedPreferences } from '../../../access/preferences/preferences';
import { ConfigurationService } from '../../../platform/configuration/configuration.service';
import { textsOf, toAlertRecord } from '../../alerts/alert-change';
import { type VapidKeys, vapidKeysOf } from '../push/vapid-keys';
import { cut } from './alert-mail';
import { ALERT_WORDS } from './alert-words';
import type { ClaimedMessage } from './delivery-claims';
import { mostSevere } from './most-severe';

/** The content of a push message, as `apps/console/public/assets/service-worker-1.js` reads it. */
export interface PushContent {
  title: string;
  body: string;
  /** Messages with the same tag replace each other, so a repeated message is shown once. */
  tag: string;
  /** The page of the console that a click opens. */
  path: string;
}

/** Statuses with which push services refuse a subscription that has ended. */
const GONE: ReadonlySet<number> = new Set([404, 410]);
/** Push services take at most 4096 encrypted bytes. A character has up to 3 bytes. */
const LONGEST_TITLE = 150;
const LONGEST_BODY = 800;
/** How long a push service keeps a message for a device that is off. */
const KEPT_S = 24 * 3600;

/** Sends messages to the devices of users, encrypted for each of them (RFC 8030, 8291 and 8292). */
@Injectable()
export class AlertPush {
  private readonly logger = new Logger(AlertPush.name);
  private readonly keys: VapidKeys;

  constructor(
    private readonly dataSource: DataSource,
    private readonly http: PublicHttp,
    private readonly configuration: ConfigurationService,
    private readonly environment: Environment,
  ) {
    this.keys = vapidKeysOf(environment.JWT_SECRET);
  }

  /**
   * Sends a message to all devices, and deletes those that no longer exist.
   * @throws DomainError if no push service has accepted the message, or if there is no device
   */
  async send(message: ClaimedMessage, signal: AbortSignal): Promise<void> {
    const devices = await this.dataSource.manager.find(PushDeviceEntity, { order: { id: 'ASC' } });
    if (devices.length === 0) throw withoutDevice();
    const { language } = await this.configuration.current();
    const userIds = [...new Set(devices.map(({ userId }) => userId))];
    const chosen = await this.dataSource.manager.findBy(UserPreferencesEntity, { userId: In(userIds) });
    const languages = new Map(
      chosen.map(({ userId, preferences }) => [userId, allowedPreferences(preferences).language]),
    );
    // All at once, so that a push service that hangs delays no other.
    const results = await Promise.allSettled(
      devices.map((device) =>
        this.sendTo(device, contentOf(message, languages.get(device.userId) ?? language), signal),
      ),
    );
    signal.throwIfAborted();
    const failures = results.flatMap((result, index) =>
      result.status === 'rejected' ? [{ deviceId: devices[index]?.id, err: result.reason as unknown }] : [],
    );
    for (const failure of failures) this.logger.warn(failure, 'A push service has not accepted a message.');
    if (results.some((result) => result.status === 'fulfilled' && result.value)) return;
    throw failures[0]?.err ?? withoutDevice();
  }

  /** @returns false if the device no longer exists */
  private async sendTo(
    device: PushDeviceEntity,
    content: PushContent,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { endpoint, p256dh, auth } = device;
    const { headers, body } = generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(content),
      {
        vapidDetails: { subject: this.subject, ...this.keys },
        TTL: KEPT_S,
        urgency: 'high',
      },
    );
    const { 'Content-Length': _length, ...others } = headers as Record<string, string | number>;
    const { status } = await this.http.request({
      method: 'POST',
      url: endpoint,
      headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
      body: body ?? undefined,
      signal,
    });
    if (GONE.has(status)) {
      await this.dataSource.manager.delete(PushDeviceEntity, device.id);
      return false;
    }
    if (status < 200 || status > 299)
      throw new DomainError('upstream_failed', 'push_failed', say('push_failed', { status }));
    return true;
  }

  /** The address by which push services reach the operator of this installation. */
  private get subject(): string {
    const { PUBLIC_URL: url } = this.environment;
    return url?.startsWith('https:') ? url : 'mailto:operator@plantroom.invalid';
  }
}

const withoutDevice = () => new DomainError('conflict', 'push_without_device', say('push_without_device'));

function contentOf({ delivery, alert, summary }: ClaimedMessage, language: MailLanguage): PushContent {
  const words = ALERT_WORDS[language];
  if (summary) {
    const titles = mostSevere(summary.first, 5).map(
      (one) => textsOf(toAlertRecord(one.alert), language).title,
    );
    return {
      title: words.summary(summary.count),
      body: cut(titles.join('\n'), LONGEST_BODY),
      tag: 'plantroom-alerts',
      path: '/alerts',
    };
  }
  const { title, message } = textsOf(toAlertRecord(alert), language);
  const heading = `${words.headings[delivery.type]} (${words.severities[alert.severity]})`;
  return {
    title: cut(`${heading}${language === 'zh-CN' ? '：' : ': '}${title}`, LONGEST_TITLE),
    body: message === title ? '' : cut(message ?? '', LONGEST_BODY),
    tag: `plantroom-alert-${alert.id}`,
    path: `/alerts?alert=${alert.id}`,
  };
}
