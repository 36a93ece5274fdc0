import { useState } from 'react';
import { Anchor, Button, Divider, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { areasQuery } from '../../api/areas';
import { useFormat } from '../../format/use-format';
import { StateBadge, type Tone } from '../../ui/badge';
import { DeleteButton } from '../../ui/delete-button';
import { DetailsDrawer, DetailsHeading } from '../../ui/details-drawer';
import { Fact, Facts } from '../../ui/facts';
import { useMessageText } from '../../ui/messages/use-message-text';
import { QueryState } from '../../ui/query-state';
import { useWeekdayName } from '../../ui/schedule/use-weekdays';
import { useUiTexts } from '../../ui/ui.texts';
import { EditNotificationRule } from './notification-form';
import {
  deleteNotificationRule,
  deliveriesQuery,
  type Delivery,
  NOTIFICATIONS,
  type NotificationRule,
  notificationRuleQuery,
} from './notifications.queries';
import { useNotificationTexts } from './notifications.texts';
import { recipientsOf } from './recipients-text';

const STATUS_TONES: Record<Delivery['status'], Tone> = {
  pending: 'info',
  held: 'neutral',
  sent: 'good',
  failed: 'critical',
  dropped: 'neutral',
};

interface NotificationDetailsProps {
  /** Undefined if the drawer is closed. */
  id: number | undefined;
  onSaved: (rule: NotificationRule) => void;
  onClose: () => void;
}

/** A notification rule with its newest messages. */
export function NotificationDetails({ id, onSaved, onClose }: NotificationDetailsProps) {
  const t = useNotificationTexts();
  return (
    <DetailsDrawer
      id={id}
      parameter="rule"
      title={t('rule')}
      queryOf={notificationRuleQuery}
      onClose={onClose}
    >
      {(rule) => (
        <>
          <DetailsHeading title={rule.name} />
          <Actions rule={rule} onSaved={onSaved} onDeleted={onClose} />
          <RuleFacts rule={rule} />
          <Divider />
          <Deliveries id={rule.id} />
        </>
      )}
    </DetailsDrawer>
  );
}

interface ActionsProps {
  rule: NotificationRule;
  onSaved: (rule: NotificationRule) => void;
  onDeleted: () => void;
}

function Actions({ rule, onSaved, onDeleted }: ActionsProps) {
  const t = useNotificationTexts();
  const [isEditing, setEditing] = useState(false);
  return (
    <Group gap="xs">
      <Button onClick={() => setEditing(true)}>{t('edit')}</Button>
      <DeleteButton
        remove={() => deleteNotificationRule(rule.id)}
        changes={[NOTIFICATIONS]}
        onDeleted={onDeleted}
      >
        {t('hint.delete')}
      </DeleteButton>
      <EditNotificationRule
        isOpen={isEditing}
        rule={rule}
        onSaved={(saved) => {
          onSaved(saved);
          setEditing(false);
        }}
        onClose={() => setEditing(false)}
      />
    </Group>
  );
}

function RuleFacts({ rule }: { rule: NotificationRule }) {
  const t = useNotificationTexts();
  const ui = useUiTexts();
  const weekdayName = useWeekdayName('short');
  const { number } = useFormat();
  const { data } = useQuery(areasQuery);
  const { minSeverity, sources, areaIds, channel, escalation, quietHours } = rule;
  const areaName = (areaId: number) => data?.areas.find(({ id }) => id === areaId)?.name ?? `#${areaId}`;
  return (
    <Facts>
      <Fact name={t('minSeverity')}>{t('fromSeverity', { severity: ui(minSeverity) })}</Fact>
      <Fact name={t('sources')}>
        {sources.length === 0 ? t('everySource') : sources.map((source) => t(`source.${source}`)).join(', ')}
      </Fact>
      <Fact name={t('areas')}>
        {areaIds.length === 0 ? t('everyArea') : areaIds.map(areaName).join(', ')}
      </Fact>
      <Fact name={t(`kind.${channel.kind}`)}>{recipientsOf(channel, t)}</Fact>
      <Fact name={t('escalation')}>
        {escalation.length === 0 ? (
          t('noEscalation')
        ) : (
          <List size="sm" listStyleType="none">
            {escalation.map(({ afterMinutes, channel: later }) => (
              <List.Item key={`${afterMinutes} ${recipientsOf(later, t)}`}>
                {t('afterText', { minutes: number(afterMinutes), recipients: recipientsOf(later, t) })}
              </List.Item>
            ))}
          </List>
        )}
      </Fact>
      <Fact name={t('quietHours')}>
        {quietHours
          ? t('quietText', {
              from: quietHours.from,
              to: quietHours.to,
              days: quietHours.days.map(weekdayName).join(', '),
            })
          : t('noQuietHours')}
      </Fact>
    </Facts>
  );
}

function Deliveries({ id }: { id: number }) {
  const t = useNotificationTexts();
  return (
    <section>
      <Title order={3} size="h5" mb="sm">
        {t('deliveries')}
      </Title>
      <QueryState query={useQuery(deliveriesQuery(id))} height={160}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('noDeliveries')}
            </Text>
          ) : (
            <Stack gap="sm">
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </Stack>
          )
        }
      </QueryState>
    </section>
  );
}

function DeliveryRow({
  delivery: { type, status, createdAt, channel, failure, alertId },
}: {
  delivery: Delivery;
}) {
  const t = useNotificationTexts();
  const { dateTime } = useFormat();
  const messageText = useMessageText();
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          {t(`type.${type}`)}
        </Text>
        <StateBadge tone={STATUS_TONES[status]}>{t(`status.${status}`)}</StateBadge>
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {dateTime(createdAt)} · {recipientsOf(channel, t)} ·{' '}
        <Anchor inherit renderRoot={(props) => <Link to="/alerts" search={{ alert: alertId }} {...props} />}>
          {t('openAlert')}
        </Anchor>
      </Text>
      {failure && (
        <Text size="xs" c={status === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {messageText(failure)}
        </Text>
      )}
    </div>
  );
}
