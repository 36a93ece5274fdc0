import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../api/account';
import { areasQuery } from '../../api/areas';
import { usePointsOf } from '../../api/points';
import { useFormat } from '../../format/use-format';
import { type Column, DataTable } from '../../ui/data-table';
import { PointLink } from '../../ui/point-link';
import { SeverityBadge } from '../../ui/severity-badge';
import { AlarmState } from './alarm-state';
import type { Alarm } from './alarms.queries';
import { useAlarmTexts } from './alarms.texts';
import { useAlarmValue } from './use-alarm-value';

const isOpen = ({ acknowledged, status }: Alarm) => !acknowledged && status === 'active';

interface AlarmListProps {
  alarms: readonly Alarm[];
  /** The ids of the chosen alarms. */
  marked: ReadonlySet<number>;
  onMark: (marked: ReadonlySet<number>) => void;
  onAcknowledge: (ids: readonly number[]) => void;
  onOpen: (alarm: Alarm) => void;
}

/** One page of alarms. Operators choose several of them to acknowledge. */
export function AlarmList({ alarms, marked, onMark, onAcknowledge, onOpen }: AlarmListProps) {
  const t = useAlarmTexts();
  const isOperator = useHasRole('operator');
  const offered = alarms.filter(isOpen).map(({ id }) => id);
  const canChoose = isOperator && offered.length > 0;
  const columns = useAlarmColumns(alarms);
  const choice: Column<Alarm> = {
    key: 'choose',
    title: t('choose'),
    render: (alarm) =>
      isOpen(alarm) && (
        <Checkbox
          // A click on the row opens the alarm. The box is in front of the row, so that it gets its own clicks.
          style={{ position: 'relative', zIndex: 1, display: 'inline-block' }}
          aria-label={t('chooseAlarm', { title: alarm.title })}
          checked={marked.has(alarm.id)}
          onChange={({ currentTarget }) => {
            const others = [...marked].filter((id) => id !== alarm.id);
            onMark(new Set(currentTarget.checked ? [...others, alarm.id] : others));
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
        items={alarms}
        keyOf={({ id }) => id}
        columns={canChoose ? [...columns, choice] : columns}
        onOpen={onOpen}
      />
    </>
  );
}

interface ChosenProps {
  /** The ids of the alarms that can be chosen. Alarms of other pages stay marked, but are not acknowledged. */
  offered: readonly number[];
  marked: ReadonlySet<number>;
  onChange: (marked: ReadonlySet<number>) => void;
  onAcknowledge: (ids: readonly number[]) => void;
}

function Chosen({ offered, marked, onChange, onAcknowledge }: ChosenProps) {
  const t = useAlarmTexts();
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

function useAlarmColumns(alarms: readonly Alarm[]): Column<Alarm>[] {
  const t = useAlarmTexts();
  const { dateTime, number } = useFormat();
  const points = usePointsOf(alarms.map(({ pointCode }) => pointCode));
  const { data } = useQuery(areasQuery);
  const valueOf = useAlarmValue();
  return [
    { key: 'title', title: t('alarm'), render: ({ title }) => title },
    {
      key: 'severity',
      title: t('severity'),
      render: ({ severity }) => <SeverityBadge severity={severity} />,
    },
    { key: 'state', title: t('state'), render: (alarm) => <AlarmState alarm={alarm} /> },
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
      render: (alarm) => {
        const { value, threshold } = valueOf(alarm, points.get(alarm.pointCode ?? ''));
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
    { key: 'raisedAt', title: t('raisedAt'), render: ({ raisedAt }) => dateTime(raisedAt) },
    {
      key: 'occurrences',
      title: t('occurrences'),
      align: 'right',
      render: ({ occurrences }) => number(occurrences),
    },
  ];
}
