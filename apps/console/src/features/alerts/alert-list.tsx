import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../api/account';
import { areasQuery } from '../../api/areas';
import { usePointsOf } from '../../api/points';
import { useFormat } from '../../format/use-format';
import { type Column, DataTable } from '../../ui/data-table';
import { useAlertText } from '../../ui/messages/use-message-text';
import { PointLink } from '../../ui/point-link';
import { SeverityBadge } from '../../ui/severity-badge';
import { AlertState } from './alert-state';
import type { Alert } from './alerts.queries';
import { useAlertTexts } from './alerts.texts';
import { useAlertValue } from './use-alert-value';

const isOpen = ({ acknowledged, status }: Alert) => !acknowledged && status === 'active';

interface AlertListProps {
  alerts: readonly Alert[];
  /** The ids of the chosen alerts. */
  marked: ReadonlySet<number>;
  onMark: (marked: ReadonlySet<number>) => void;
  onAcknowledge: (ids: readonly number[]) => void;
  onOpen: (alert: Alert) => void;
}

/** One page of alerts. Operators choose several of them to acknowledge. */
export function AlertList({ alerts, marked, onMark, onAcknowledge, onOpen }: AlertListProps) {
  const t = useAlertTexts();
  const text = useAlertText();
  const isOperator = useHasRole('operator');
  const offered = alerts.filter(isOpen).map(({ id }) => id);
  const canChoose = isOperator && offered.length > 0;
  const columns = useAlertColumns(alerts);
  const choice: Column<Alert> = {
    key: 'choose',
    title: t('choose'),
    isBrief: true,
    render: (alert) =>
      isOpen(alert) && (
        <Checkbox
          // A click on the row opens the alert. The box is in front of the row, so that it gets its own clicks.
          style={{ position: 'relative', zIndex: 1, display: 'inline-block' }}
          aria-label={t('chooseAlert', { title: text(alert.title, alert.titleText) })}
          checked={marked.has(alert.id)}
          onChange={({ currentTarget }) => {
            const others = [...marked].filter((id) => id !== alert.id);
            onMark(new Set(currentTarget.checked ? [...others, alert.id] : others));
          }}
        />
      ),
  };
  return (
    <>
      {canChoose && (
        <Chosen offered={offered} marked={marked} onChange={onMark} onAcknowledge={onAcknowledge} />
      )}
      <DataTable
        label={t('title')}
        items={alerts}
        keyOf={({ id }) => id}
        columns={canChoose ? [...columns, choice] : columns}
        onOpen={onOpen}
      />
    </>
  );
}

interface ChosenProps {
  /** The ids of the alerts that can be chosen. Alerts of other pages stay marked, but are not acknowledged. */
  offered: readonly number[];
  marked: ReadonlySet<number>;
  onChange: (marked: ReadonlySet<number>) => void;
  onAcknowledge: (ids: readonly number[]) => void;
}

function Chosen({ offered, marked, onChange, onAcknowledge }: ChosenProps) {
  const t = useAlertTexts();
  const chosen = offered.filter((id) => marked.has(id));
  const others = [...marked].filter((id) => !offered.includes(id));
  const isAll = chosen.length === offered.length;
  return (
    <Group justify="space-between" gap="xs" mb="xs">
      <Checkbox
        label={t('chooseAll')}
        checked={isAll}
        indeterminate={chosen.length > 0 && !isAll}
        onChange={() => onChange(new Set(isAll ? others : [...others, ...offered]))}
      />
      <Group gap="sm">
        <Text size="sm" component="output">
          {t('chosen', { count: chosen.length })}
        </Text>
        <Button size="xs" disabled={chosen.length === 0} onClick={() => onAcknowledge(chosen)}>
          {t('acknowledge')}
        </Button>
      </Group>
    </Group>
  );
}

function useAlertColumns(alerts: readonly Alert[]): Column<Alert>[] {
  const t = useAlertTexts();
  const text = useAlertText();
  const { dateTime, number } = useFormat();
  const points = usePointsOf(alerts.map(({ pointCode }) => pointCode));
  const { data } = useQuery(areasQuery);
  const valueOf = useAlertValue();
  return [
    { key: 'title', title: t('alert'), render: ({ title, titleText }) => text(title, titleText) },
    {
      key: 'severity',
      title: t('severity'),
      isBrief: true,
      render: ({ severity }) => <SeverityBadge severity={severity} />,
    },
    { key: 'state', title: t('state'), render: (alert) => <AlertState alert={alert} /> },
    {
      key: 'point',
      title: t('point'),
      render: ({ pointCode }) =>
        pointCode ? <PointLink point={points.get(pointCode)} code={pointCode} /> : '–',
    },
    {
      key: 'area',
      title: t('area'),
      render: ({ areaId }) => data?.areas.find(({ id }) => id === areaId)?.name ?? '–',
    },
    {
      key: 'value',
      title: t('value'),
      render: (alert) => {
        const { value, threshold } = valueOf(alert, points.get(alert.pointCode ?? ''));
        return (
          // One element, because the cells of a phone place their elements side by side.
          <div>
            <div>{value ?? '–'}</div>
            {threshold && (
              <Text size="xs" c="dimmed">
                {t('thresholdOf', { threshold })}
              </Text>
            )}
          </div>
        );
      },
    },
    {
      key: 'raisedAt',
      title: t('raisedAt'),
      render: ({ raisedAt, occurrences }) => (
        <div>
          <Text inherit style={{ whiteSpace: 'nowrap' }}>
            {dateTime(raisedAt)}
          </Text>
          {occurrences > 1 && (
            <Text size="xs" c="dimmed">
              {t('times', { count: number(occurrences) })}
            </Text>
          )}
        </div>
      ),
    },
  ];
}
