import { EMPTY_RULE, shownSecrets, toFields, toInput } from './notification-fields';
import type { NotificationRule } from './notifications.queries';

const RULE: NotificationRule = {
  id: 1,
  name: 'Night shift',
  enabled: true,
  minSeverity: 'major',
  sources: ['gateway'],
  areaIds: [2, 3],
  channel: { kind: 'mail', to: ['duty@example.org'] },
  quietHours: { from: '22:00', to: '06:00', timezone: 'Europe/Berlin', days: [1, 5] },
  escalation: [
    { afterMinutes: 30, channel: { kind: 'webhook', url: 'https://example.org/alerts', secret: '********' } },
  ],
};

describe('The fields of a notification rule', () => {
  it('are sent as they were read, without the masked secrets', () => {
    const { id: _id, ...rule } = RULE;
    expect(toInput(toFields(RULE))).toEqual({
      ...rule,
      escalation: [{ afterMinutes: 30, channel: { kind: 'webhook', url: 'https://example.org/alerts' } }],
    });
  });

  it('have no quiet hours by default', () => {
    expect(
      toInput({ ...EMPTY_RULE, name: 'All', channel: { kind: 'mail', to: ['a@example.org'], url: '' } }),
    ).toEqual({
      name: 'All',
      enabled: true,
      minSeverity: 'major',
      sources: [],
      areaIds: [],
      channel: { kind: 'mail', to: ['a@example.org'] },
      quietHours: null,
      escalation: [],
    });
  });

  it('show the secret of a webhook only if the answer contains it', () => {
    expect(shownSecrets(RULE)).toEqual([]);
    const channel = { kind: 'webhook', url: 'https://example.org/a', secret: 'whsec_abc' } as const;
    expect(shownSecrets({ ...RULE, channel })).toEqual([
      { url: 'https://example.org/a', secret: 'whsec_abc' },
    ]);
  });
});
