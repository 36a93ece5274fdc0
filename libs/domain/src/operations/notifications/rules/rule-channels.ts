import {
  type DeliveryTarget,
  type EscalationStep,
  type NotificationChannel,
  NotificationRuleEntity,
  type WebhookChannel,
} from '@app/entities';
import { DomainError, newWebhookSecret, SECRET_MASK, secretAfter } from '@app/kernel';

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

/** The channel, then those of the escalation. */
export function channelsOf({ channel, escalation }: Channels): NotificationChannel[] {
  return [channel, ...escalation.map((step) => step.channel)];
}

/** The recipients of a channel. Each one gets its own message. */
export function targetsOf(channel: NotificationChannel): DeliveryTarget[] {
  return channel.kind === 'mail'
    ? channel.to.map((address) => ({ kind: 'mail', to: [address] }))
    : [{ kind: 'webhook', url: channel.url }];
}

/**
 * Returns a stored channel for a requested one.
 * @param index 0 for the rule's channel, n for the escalation step n
 * @param before the rule before the request; null if it is new
 * @throws DomainError invalid
 */
export function storedChannel(
  input: ChannelInput,
  index: number,
  before: Channels | null,
): NotificationChannel {
  const path = index === 0 ? 'channel' : `escalation[${index - 1}].channel`;
  if (input.kind === 'mail') {
    if (!input.to?.length) throw invalid(`${path}.to`, 'must have an address');
    return { kind: 'mail', to: [...new Set(input.to)] };
  }
  const { url, secret } = input;
  if (url === undefined) throw invalid(`${path}.url`, 'must be given');
  const kept = before ? storedSecret(url, index, before) : undefined;
  if (kept === undefined && secret === SECRET_MASK)
    throw invalid(`${path}.secret`, 'is masked, and no secret is stored there: send the secret itself');
  return { kind: 'webhook', url, secret: secretAfter(kept ?? newWebhookSecret(), secret, `${path}.secret`) };
}

/** The secret of the same URL, preferably in the same place; otherwise the secret in the same place. */
function storedSecret(url: string, index: number, before: Channels): string | undefined {
  const channels = channelsOf(before);
  const inPlace = channels[index];
  const webhooks = channels.filter((channel): channel is WebhookChannel => channel.kind === 'webhook');
  const present = inPlace?.kind === 'webhook' ? inPlace : undefined;
  if (present?.url === url) return present.secret;
  return (webhooks.find((channel) => channel.url === url) ?? present)?.secret;
}

/**
 * Masks the secrets of a rule that its former state had already. New secrets are shown once.
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

function invalid(path: string, message: string): DomainError {
  return DomainError.invalid(`${path} ${message}.`, [{ path, message }]);
}
