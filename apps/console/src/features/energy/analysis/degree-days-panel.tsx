import { useMemo } from 'react';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../format/use-format';
import { Chart } from '../../../ui/chart/chart';
import { comparisonPlot } from '../../../ui/chart/comparison-plot';
import { useChartStyle } from '../../../ui/chart/use-chart-style';
import { DataTable } from '../../../ui/data-table';
import { QueryState } from '../../../ui/query-state';
import { SetUpButton } from '../../../ui/set-up-button';
import { EmptyState } from '../../../ui/states';
import { BUCKET_TITLES, isUncertain } from '../buckets';
import { bucketsQuery, energyUnitOf } from '../energy.queries';
import { useEnergyTexts } from '../energy.texts';
import { useChartHeight, ViewPanel } from '../view-panel';
import {
  type DegreeDays,
  type DegreeDaysChoice,
  degreeDaysQuery,
  type ProfileChoice,
} from './analysis.queries';
import { useAnalysisTexts } from './analysis.texts';
import { type DegreeDayRow, degreeDayRows } from './degree-day-rows';

const HEIGHT = 360;
const CHART_HEIGHT = 170;
const UNIT = 'K·d';

interface DegreeDaysPanelProps {
  choice: ProfileChoice;
  interval: DegreeDaysChoice['interval'];
}

/** The heating and cooling degree days of each day or month, with the bases of the area. */
export function DegreeDaysPanel({ choice, interval }: DegreeDaysPanelProps) {
  const t = useAnalysisTexts();
  const { areaId, from, to } = choice;
  const of = { areaId, from, to, interval };
  const heatingQuery = useQuery(degreeDaysQuery({ ...of, kind: 'heating' }));
  const coolingQuery = useQuery(degreeDaysQuery({ ...of, kind: 'cooling' }));
  return (
    <ViewPanel title={t('degreeDays')}>
      {(view) => (
        <QueryState query={heatingQuery} height={HEIGHT}>
          {(heating) => (
            <QueryState query={coolingQuery} height={HEIGHT}>
              {(cooling) => {
                if (heating.every(({ value }) => value === null)) return <NoTemperature />;
                return (
                  <Stack gap="xs" flex={1} mih={0}>
                    <Summary kind="heating" points={heating} />
                    {view === 'chart' && (
                      <DegreeDaysChart kind="heating" points={heating} interval={interval} />
                    )}
                    <Summary kind="cooling" points={cooling} />
                    {view === 'chart' ? (
                      <DegreeDaysChart kind="cooling" points={cooling} interval={interval} />
                    ) : (
                      <DegreeDaysTable
                        heating={heating}
                        cooling={cooling}
                        choice={choice}
                        interval={interval}
                      />
                    )}
                    <Text size="xs" c="dimmed">
                      {t('degreeDaysHint')}
                    </Text>
                  </Stack>
                );
              }}
            </QueryState>
          )}
        </QueryState>
      )}
    </ViewPanel>
  );
}

function NoTemperature() {
  const t = useAnalysisTexts();
  return (
    <EmptyState
      title={t('noTemperature')}
      action={
        <SetUpButton to="/settings" hash="temperature" title={t('setTemperature')} lowestRole="admin" />
      }
    />
  );
}

interface KindProps {
  kind: DegreeDaysChoice['kind'];
  points: readonly DegreeDays[];
}

/** The sum of the degree days, and their base. */
function Summary({ kind, points }: KindProps) {
  return <Text size="sm">{useSummary(kind, points)}</Text>;
}

function useSummary(kind: DegreeDaysChoice['kind'], points: readonly DegreeDays[]): string {
  const t = useAnalysisTexts();
  const { quantity } = useFormat();
  return t(
    points.some((point) => point.value === null || isUncertain(point)) ? 'degreeDaysKnown' : 'degreeDaysOf',
    {
      kind: t(kind),
      sum: quantity(
        points.reduce((sum, { value }) => sum + (value ?? 0), 0),
        UNIT,
      ),
      base: quantity(points[0]?.baseC, '°C'),
    },
  );
}

function DegreeDaysChart({ kind, points, interval }: KindProps & Pick<DegreeDaysPanelProps, 'interval'>) {
  const t = useAnalysisTexts();
  const energyText = useEnergyTexts();
  const style = useChartStyle();
  const { part, quantity, share } = useFormat();
  const plot = useMemo(
    () =>
      comparisonPlot(style, {
        titles: points.map(({ timestamp }) => part(timestamp, BUCKET_TITLES[interval])),
        unit: UNIT,
        current: { name: t(kind), values: points.map(({ value }) => value) },
        isUncertain: points.map(isUncertain),
        rowsAt: (index) => [
          { name: t(kind), value: quantity(points[index]?.value, UNIT), color: style.colors.main },
          { name: energyText('coverage'), value: share(points[index]?.coverage) },
        ],
      }),
    [style, kind, points, interval, part, quantity, share, t, energyText],
  );
  const label = t('degreeDaysLabel', { summary: useSummary(kind, points) });
  return <Chart plot={plot} height={useChartHeight(CHART_HEIGHT)} label={label} />;
}

interface DegreeDaysTableProps extends DegreeDaysPanelProps {
  heating: readonly DegreeDays[];
  cooling: readonly DegreeDays[];
}

function DegreeDaysTable({ heating, cooling, choice, interval }: DegreeDaysTableProps) {
  const query = useQuery(bucketsQuery({ ...choice, metric: 'energy', interval }));
  return (
    <QueryState query={query} height={HEIGHT}>
      {(energies) => (
        <Rows
          rows={degreeDayRows(heating, cooling, energies)}
          interval={interval}
          energyUnit={energyUnitOf(choice)}
        />
      )}
    </QueryState>
  );
}

interface RowsProps extends Pick<DegreeDaysPanelProps, 'interval'> {
  rows: readonly DegreeDayRow[];
  energyUnit: string;
}

function Rows({ rows, interval, energyUnit }: RowsProps) {
  const t = useAnalysisTexts();
  const energyText = useEnergyTexts();
  const { part, quantity, share } = useFormat();
  return (
    <DataTable
      label={t('degreeDays')}
      items={rows}
      keyOf={({ timestamp }) => timestamp}
      columns={[
        {
          key: 'start',
          title: energyText('start'),
          render: ({ timestamp }) => part(timestamp, BUCKET_TITLES[interval]),
        },
        {
          key: 'heating',
          title: t('heating'),
          align: 'right',
          render: ({ heating }) => quantity(heating.value, UNIT),
        },
        {
          key: 'cooling',
          title: t('cooling'),
          align: 'right',
          render: ({ cooling }) => quantity(cooling?.value, UNIT),
        },
        {
          key: 'coverage',
          title: energyText('coverage'),
          align: 'right',
          render: ({ heating }) => share(heating.coverage),
        },
        {
          key: 'energy',
          title: t('energy'),
          align: 'right',
          render: ({ energy }) => quantity(energy?.value, energyUnit, 3),
        },
        {
          key: 'perHeating',
          title: t('perHeating'),
          align: 'right',
          render: ({ energyPerHeating }) => quantity(energyPerHeating, `${energyUnit}/(${UNIT})`, 2),
        },
      ]}
    />
  );
}
