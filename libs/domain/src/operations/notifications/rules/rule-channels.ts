import {
  type DeliveryTarget,
  type EscalationStep,
  type NotificationChannel,
  NotificationRuleEntity,
  type WebhookChannel,
} from '@app/entities';
import { DomainError, newWebhookSecret, say, SECRET_MASK, secretAfter } from '@app/kernel';

/** A channel in a request. */
export interface ChannelInput {
  kind: NotificationChannel['kind'];
  /** Required for `mail`. */
  to?: string[];
  /** Required for `webhook`. */
  url?: string;
  /** Omitted or masked: the stored secret is kept. Null: a new one is generated. */
  secret?: string | null;
}

type Channels = Pick<NotificationRuleEntity, 'channel' | 'escalation'>;

/** The channel of the rule, then the channels of its escalation steps. */
export function channelsOf({ channel, escalation }: Channels): NotificationChannel[] {
  return [channel, ...escalation.map((step) => step.channel)];
}

/** The recipients of a channel. Each one gets its own message. */
export function targetsOf(channel: NotificationChannel): DeliveryTarget[] {
  if (channel.kind === 'mail') return channel.to.map((address) => ({ kind: 'mail', to: [address] }));
  return channel.kind === 'webhook' ? [{ kind: 'webhook', url: channel.url }] : [channel];
}

/**
 * Converts a channel of a request to the channel to store.
 * @param index 0 for the rule's channel, n for the escalation step n
 * @param before the stored channels; null if the rule is new
 * @throws DomainError invalid
 */
export function storedChannel(
  input: ChannelInput,
  index: number,
  before: Channels | null,
): NotificationChannel {
  const path = index === 0 ? 'channel' : `escalation[${index - 1}].channel`;
  if (input.kind === 'mail') {
    if (!input.to?.length) throw DomainError.ofField(`${path}.to`, say('mail_without_address'));
    return { kind: 'mail', to: [...new Set(input.to)] };
  }
  if (input.kind === 'push') return { kind: 'push' };
  const { url, secret } = input;
  if (url === undefined) throw DomainError.ofField(`${path}.url`, say('webhook_without_url'));
  const kept = before ? storedSecret(url, index, before) : undefined;
  if (kept === undefined && secret === SECRET_MASK)
    throw DomainError.ofField(`${path}.secret`, say('masked_secret'));
  return { kind: 'webhook', url, secret: secretAfter(kept ?? newWebhookSecret(), secret, `${path}.secret`) };
}

/**
 * Returns the stored secret for a URL. A channel at the same index with the same URL takes precedence, then any channel
 * with the same URL, then the channel at the same index.
 */
function storedSecret(url: string, index: number, before: Channels): string | undefined {
  const channels = channelsOf(before);
  const inPlace = channels[index];
  const webhooks = channels.filter((channel): channel is WebhookChannel => channel.kind === 'webhook');
  const present = inPlace?.kind === 'webhook' ? inPlace : undefined;
  if (present?.url === url) return present.secret;
  return (webhooks.find((channel) => channel.url === url) ?? present)?.secret;
}

/**
 * Masks the secrets that the rule already had before the request. Secrets that the request created stay readable,
 * because they are shown only in its response.
 * @param before null if the rule is new
 */
export function maskedRule(rule: NotificationRuleEntity, before: Channels | null): NotificationRuleEntity {
  const known = new Set(before ? channelsOf(before).map(secretOf) : []);
  const mask = (channel: NotificationChannel): NotificationChannel =>
    channel.kind === 'webhook' && known.has(channel.secret) ? { ...channel, secret: SECRET_MASK } : channel;
  const escalation: EscalationStep[] = rule.escalation.map((step) => ({
    ...step,
    channel: mask(step.channel),
  }));
  return Object.assign(new NotificationRuleEntity(), rule, { channel: mask(rule.channel), escalation });
}

function secretOf(channel: NotificationChannel): string | null {
  return channel.kind === 'webhook' ? channel.secret : null;
}
