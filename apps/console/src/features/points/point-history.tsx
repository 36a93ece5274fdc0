import { useState } from 'react';
import { Group, SegmentedControl, Select, Text, Title } from '@mantine/core';
import { mdiChartLine } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { refetchSoon, useStream } from '../../api/use-stream';
import { useFormat } from '../../format/use-format';
import { type Column, DataTable } from '../../ui/data-table';
import { historyOf } from '../../ui/point-command/point-command.queries';
import { QualityBadge, useValueText } from '../../ui/point-value';
import { QueryState } from '../../ui/query-state';
import { EmptyState } from '../../ui/states';
import { RecordTrend } from '../../ui/trend/trend-view';
import {
  type Interval,
  INTERVALS,
  historyQuery,
  type Point,
  type Range,
  RANGES,
  type Sample,
} from './points.queries';
import { usePointTexts } from './points.texts';

const HEIGHT = 300;
const VIEWS = ['chart', 'table'] as const;
/** Only short ranges are updated: reading a long one is expensive, and a new value hardly changes it. */
const FOLLOWED: ReadonlySet<Range> = new Set(['6h', '1d']);

/** The values of a point in a period, as a trend or as a table. */
export function PointHistory({ point }: { point: Point }) {
  const t = usePointTexts();
  const [range, setRange] = useState<Range>('1d');
  const [view, setView] = useState<string>(point.dataType === 'string' ? 'table' : 'chart');
  const trend = { series: [point.code], range };
  return (
    <section>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={3} size="h5">
          {t('history')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('history')}
          data={VIEWS.map((value) => ({ value, label: t(value) }))}
          value={view}
          onChange={setView}
        />
      </Group>
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label={t('range')}
        data={RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
        value={range}
        onChange={(value) => setRange(RANGES.find((known) => known === value) ?? '1d')}
      />
      {view === 'chart' ? <RecordTrend trend={trend} /> : <TableOf point={point} range={range} />}
    </section>
  );
}

function TableOf({ point, range }: { point: Point; range: Range }) {
  const t = usePointTexts();
  const [chosen, setChosen] = useState<Interval | null>(null);
  const interval = INTERVALS[range].find((value) => value === chosen) ?? INTERVALS[range][0] ?? '1h';
  useStream({
    'iot:value:change': ({ code }) => {
      if (code === point.code && FOLLOWED.has(range)) refetchSoon(historyOf(code));
    },
  });
  return (
    <>
      <Select
        size="xs"
        w="8.5rem"
        mb="xs"
        aria-label={t('interval')}
        data={INTERVALS[range].map((value) => ({ value, label: t(`interval.${value}`) }))}
        value={interval}
        onChange={(value) => setChosen(value as Interval)}
      />
      <QueryState query={useQuery(historyQuery(point.code, range, interval))} height={HEIGHT}>
        {(values) =>
          values.length === 0 ? (
            <EmptyState title={t('noHistory')} icon={mdiChartLine} />
          ) : (
            <HistoryTable point={point} values={values} />
          )
        }
      </QueryState>
    </>
  );
}

const MOST_ROWS = 100;

function HistoryTable({ point: { unit }, values }: { point: Point; values: readonly Sample[] }) {
  const t = usePointTexts();
  const valueText = useValueText();
  const { dateTime, number } = useFormat();
  const hasExtremes = values.some(({ min }) => min !== undefined);
  const extreme = (key: 'min' | 'max'): Column<Sample> => ({
    key,
    title: t(key),
    align: 'right',
    render: (sample) => valueText(sample[key], unit),
  });
  const columns: Column<Sample>[] = [
    {
      key: 'time',
      title: t('time'),
      render: ({ timestamp }) => dateTime(timestamp),
    },
    {
      key: 'value',
      title: t(hasExtremes ? 'mean' : 'value'),
      align: 'right',
      render: ({ value }) => valueText(value, unit),
    },
    ...(hasExtremes ? [extreme('min'), extreme('max')] : []),
    { key: 'quality', title: t('quality'), render: ({ quality }) => <QualityBadge quality={quality} /> },
  ];
  return (
    <>
      <DataTable
        label={t('history')}
        items={values.slice(-MOST_ROWS).toReversed()}
        keyOf={({ timestamp }) => timestamp}
        columns={columns}
      />
      {values.length > MOST_ROWS && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('newest', { count: number(MOST_ROWS) })}
        </Text>
      )}
    </>
  );
}
