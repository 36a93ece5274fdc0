import { useMemo, useState } from 'react';
import { Group, Select, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../format/use-format';
import { Chart } from '../../../ui/chart/chart';
import { comparisonPlot } from '../../../ui/chart/comparison-plot';
import { useChartStyle } from '../../../ui/chart/use-chart-style';
import { DataTable } from '../../../ui/data-table';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { BUCKET_TITLES } from '../buckets';
import { useEnergyTexts } from '../energy.texts';
import { powerUnitOf } from '../energy.queries';
import { ViewPanel } from '../view-panel';
import {
  type DemandChoice,
  type DemandPoint,
  demandQuery,
  type ProfileChoice,
  WINDOW_MINUTES,
} from './analysis.queries';
import { useAnalysisTexts } from './analysis.texts';

const HEIGHT = 320;
const DEFAULT_MINUTES = 15;

interface DemandPanelProps {
  choice: ProfileChoice;
  interval: DemandChoice['interval'];
}

interface DemandProps {
  points: readonly DemandPoint[];
  interval: DemandChoice['interval'];
  unit: string;
}

/** True if the area has a meter of reactive energy. */
const isReactive = (points: readonly DemandPoint[]) =>
  points.some(({ reactiveKvarh }) => reactiveKvarh !== null);

/** The highest demand of each day or month. */
export function DemandPanel({ choice, interval }: DemandPanelProps) {
  const t = useAnalysisTexts();
  const [windowMinutes, setMinutes] = useState<DemandChoice['windowMinutes']>(DEFAULT_MINUTES);
  const [sliding, setSliding] = useState(false);
  const query = useQuery(demandQuery({ ...choice, interval, windowMinutes, sliding }));
  const unit = powerUnitOf(choice);
  return (
    <ViewPanel title={t('demand')}>
      {(view) => (
        <>
          <Group mb="xs">
            <Select
              aria-label={t('window')}
              data={WINDOW_MINUTES.map((count) => ({ value: String(count), label: t('minutes', { count }) }))}
              value={String(windowMinutes)}
              onChange={(value) =>
                setMinutes(WINDOW_MINUTES.find((known) => String(known) === value) ?? DEFAULT_MINUTES)
              }
            />
            <Switch
              label={t('sliding')}
              checked={sliding}
              onChange={({ currentTarget }) => setSliding(currentTarget.checked)}
            />
          </Group>
          <QueryState query={query} height={HEIGHT}>
            {(points) => {
              if (points.every(({ peakKw }) => peakKw === null)) return <EmptyState title={t('noDemand')} />;
              return view === 'chart' ? (
                <DemandChart points={points} interval={interval} unit={unit} />
              ) : (
                <DemandTable points={points} interval={interval} unit={unit} />
              );
            }}
          </QueryState>
          <Text size="xs" c="dimmed" mt="xs">
            {t('demandHint')}
          </Text>
        </>
      )}
    </ViewPanel>
  );
}

function DemandChart({ points, interval, unit }: DemandProps) {
  const t = useAnalysisTexts();
  const style = useChartStyle();
  const { part, quantity, share, number, siteDateTime } = useFormat();
  const plot = useMemo(
    () =>
      comparisonPlot(style, {
        titles: points.map(({ timestamp }) => part(timestamp, BUCKET_TITLES[interval])),
        unit,
        current: { name: t('peak'), values: points.map(({ peakKw }) => peakKw) },
        rowsAt: (index) => [
          { name: t('peak'), value: quantity(points[index]?.peakKw, unit), color: style.colors.main },
          { name: t('peakTime'), value: siteDateTime(points[index]?.peakTime) },
          { name: t('loadFactor'), value: share(points[index]?.loadFactor) },
          ...(isReactive(points)
            ? [{ name: t('powerFactor'), value: number(points[index]?.powerFactor, 3) }]
            : []),
        ],
      }),
    [style, points, interval, unit, part, quantity, share, number, siteDateTime, t],
  );
  const max = quantity(Math.max(...points.flatMap(({ peakKw }) => peakKw ?? [])), unit);
  return <Chart plot={plot} height={HEIGHT} label={t('demandLabel', { max })} />;
}

function DemandTable({ points, interval, unit }: DemandProps) {
  const t = useAnalysisTexts();
  const energyText = useEnergyTexts();
  const { part, quantity, share, number, siteDateTime } = useFormat();
  return (
    <DataTable
      label={t('demand')}
      items={points}
      keyOf={({ timestamp }) => timestamp}
      columns={[
        {
          key: 'start',
          title: energyText('start'),
          render: ({ timestamp }) => part(timestamp, BUCKET_TITLES[interval]),
        },
        {
          key: 'peak',
          title: t('peak'),
          align: 'right',
          render: ({ peakKw }) => quantity(peakKw, unit, 3),
        },
        { key: 'time', title: t('peakTime'), render: ({ peakTime }) => siteDateTime(peakTime) },
        {
          key: 'loadFactor',
          title: t('loadFactor'),
          align: 'right',
          render: ({ loadFactor }) => share(loadFactor),
        },
        ...(isReactive(points)
          ? ([
              {
                key: 'reactive',
                title: t('reactive'),
                align: 'right',
                render: ({ reactiveKvarh }: DemandPoint) => quantity(reactiveKvarh, 'kvarh', 1),
              },
              {
                key: 'powerFactor',
                title: t('powerFactor'),
                align: 'right',
                render: ({ powerFactor }: DemandPoint) => number(powerFactor, 3),
              },
            ] as const)
          : []),
        {
          key: 'coverage',
          title: energyText('coverage'),
          align: 'right',
          render: ({ coverage }) => share(coverage),
        },
      ]}
    />
  );
}
