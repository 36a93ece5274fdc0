import {
  NotificationDeliveryDto,
  NotificationRuleChangesDto,
  NotificationRuleDto,
  NotificationRuleInputDto,
} from '../../features/notification-rules/notification-rules.dto';
import { ExampleSet } from '../example-set';

const mail = { kind: 'mail', to: ['duty@example.org', 'plant@example.org'] } as const;
const webhook = { kind: 'webhook', url: 'https://alerts.example.org/plantroom', secret: '********' } as const;
const quietHours = { from: '22:00', to: '06:00', timezone: null, days: [1, 2, 3, 4, 5, 6, 7] };
const escalation = [{ afterMinutes: 30, channel: webhook }];
const rule = { name: 'Plant operators', minSeverity: 'major', areaIds: [2], quietHours } as const;

/** Notification rules and their deliveries. */
export const NOTIFICATION_EXAMPLES = new ExampleSet()
  .add(NotificationRuleDto, {
    ...rule,
    id: 1,
    areaIds: [2],
    sources: [],
    channel: { kind: 'mail', to: [...mail.to] },
    escalation,
    enabled: true,
  })
  .add(NotificationRuleInputDto, {
    ...rule,
    areaIds: [2],
    channel: { kind: 'mail', to: [...mail.to] },
    escalation: [{ afterMinutes: 30, channel: { kind: 'webhook', url: webhook.url } }],
  })
  .add(NotificationRuleChangesDto, { minSeverity: 'critical', escalation: [] })
  .add(NotificationDeliveryDto, {
    id: '01978f3e-6f00-7c3a-9d4b-2f1a6b7c8d9e',
    alertId: 12,
    type: 'alert.raised',
    channel: { kind: 'mail', to: ['duty@example.org'] },
    status: 'sent',
    attempts: 1,
    error: null,
    failure: null,
    createdAt: '2026-05-01T10:00:00.000Z',
    sentAt: '2026-05-01T10:00:01.000Z',
  });
