import type { UseFormReturnType } from '@mantine/form';
import { WEEKDAYS } from '../../ui/schedule/weekdays';
import type { Channel, NotificationRule, NotificationRuleInput } from './notifications.queries';

export const SOURCES = ['gateway', 'rule', 'workflow', 'manual'] as const;
export const CHANNEL_KINDS = ['mail', 'webhook', 'push'] as const;

/** A channel in the form. It keeps the entries of both kinds, so that a change of the kind loses nothing. */
export interface ChannelFields {
  kind: Channel['kind'];
  to: string[];
  url: string;
}

export interface EscalationFields {
  /** Identifies the row of the form. */
  key: string;
  afterMinutes: number | string;
  channel: ChannelFields;
}

export interface NotificationFields {
  name: string;
  enabled: boolean;
  minSeverity: NotificationRule['minSeverity'];
  sources: NotificationRule['sources'];
  areaIds: string[];
  channel: ChannelFields;
  isQuiet: boolean;
  quiet: { from: string; to: string; days: number[]; timezone: string | null };
  escalation: EscalationFields[];
}

export type NotificationForm = UseFormReturnType<NotificationFields>;

const EMPTY_CHANNEL: ChannelFields = { kind: 'mail', to: [], url: '' };

export const EMPTY_RULE: NotificationFields = {
  name: '',
  enabled: true,
  minSeverity: 'major',
  sources: [],
  areaIds: [],
  channel: EMPTY_CHANNEL,
  isQuiet: false,
  quiet: { from: '22:00', to: '06:00', days: WEEKDAYS, timezone: null },
  escalation: [],
};

let lastKey = 0;

export function newEscalation(
  step: Omit<EscalationFields, 'key'> = { afterMinutes: 30, channel: EMPTY_CHANNEL },
): EscalationFields {
  lastKey += 1;
  return { key: String(lastKey), ...step };
}

const channelFields = ({ kind, to = [], url = '' }: Channel): ChannelFields => ({ kind, to, url });

export function toFields(rule: NotificationRule): NotificationFields {
  const { name, enabled, minSeverity, sources, areaIds, channel, quietHours, escalation } = rule;
  return {
    name,
    enabled,
    minSeverity,
    sources,
    areaIds: areaIds.map(String),
    channel: channelFields(channel),
    isQuiet: quietHours !== null,
    quiet: quietHours ?? EMPTY_RULE.quiet,
    escalation: escalation.map((step) =>
      newEscalation({ afterMinutes: step.afterMinutes, channel: channelFields(step.channel) }),
    ),
  };
}

/** Returns the body of a request. Webhooks keep their secrets, because the body has none. */
export function toInput(fields: NotificationFields): NotificationRuleInput {
  const { name, enabled, minSeverity, sources, areaIds, channel, isQuiet, quiet, escalation } = fields;
  return {
    enabled,
    minSeverity,
    sources,
    name: name.trim(),
    areaIds: areaIds.map(Number),
    channel: toChannel(channel),
    quietHours: isQuiet ? quiet : null,
    escalation: escalation.map((step) => ({
      afterMinutes: Number(step.afterMinutes),
      channel: toChannel(step.channel),
    })),
  };
}

function toChannel({ kind, to, url }: ChannelFields): Channel {
  if (kind === 'push') return { kind };
  return kind === 'mail' ? { kind, to } : { kind, url: url.trim() };
}

/** Returns the secrets that the request has generated. Other secrets are masked in the answer. */
export function shownSecrets({ channel, escalation }: NotificationRule): { url: string; secret: string }[] {
  return [channel, ...escalation.map((step) => step.channel)].flatMap(({ url, secret }) =>
    url && secret && !/^\*+$/.test(secret) ? [{ url, secret }] : [],
  );
}
