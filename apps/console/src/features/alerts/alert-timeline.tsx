import { Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { useActorName } from '../../ui/actor.texts';
import { useAlertText } from '../../ui/messages/use-message-text';
import { QueryState } from '../../ui/query-state';
import { type AlertEvent, alertHistoryQuery } from './alerts.queries';
import { useAlertTexts } from './alerts.texts';

/** The events of an alert, newest first. */
export function AlertTimeline({ id }: { id: number }) {
  const t = useAlertTexts();
  return (
    <section>
      <Title order={3} size="h5" mb="sm">
        {t('timeline')}
      </Title>
      <QueryState query={useQuery(alertHistoryQuery(id))} height={160}>
        {(events) => (
          <Timeline bulletSize={14} lineWidth={2}>
            {events.toReversed().map((event) => (
              <Timeline.Item key={event.id} title={<EventTitle event={event} />}>
                <EventNote event={event} />
              </Timeline.Item>
            ))}
          </Timeline>
        )}
      </QueryState>
    </section>
  );
}

function EventTitle({ event: { kind, count } }: { event: AlertEvent }) {
  const t = useAlertTexts();
  const title = kind === 'repeated' ? t('event.repeated', { count }) : t(`event.${kind}`);
  return (
    <Text size="sm" fw={500}>
      {title}
    </Text>
  );
}

function EventNote({
  event: { lastAt, username, userId, note, noteText, shelvedUntil },
}: {
  event: AlertEvent;
}) {
  const t = useAlertTexts();
  const actorName = useActorName();
  const text = useAlertText();
  const { dateTime } = useFormat();
  return (
    <>
      <Text size="xs" c="dimmed">
        {dateTime(lastAt)} · {actorName(username, userId)}
      </Text>
      {shelvedUntil && (
        <Text size="xs" c="dimmed">
          {t('until', { time: dateTime(shelvedUntil) })}
        </Text>
      )}
      {note && <Text size="sm">{text(note, noteText)}</Text>}
    </>
  );
}
