import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import type { components } from '../../api/plantroom';
import { useFormat } from '../../format/use-format';
import { EnergyChart } from './energy-chart';
import type { ChartPeriod } from './overview.queries';
import { useOverviewTexts } from './overview.texts';
import classes from './widgets.module.css';
import type { Widget } from './widgets.queries';

type Schemas = components['schemas'];
type EnergyData = Schemas['EnergyStatsDto'] & Schemas['EnergyChartDto'];
type AlertsData = { total: number; newest: Schemas['AlertDto'][] };

const CHART_HEIGHT = 220;

/** What a widget shows, by the type of its data (docs/dashboard.md). */
export function WidgetContent({ widget }: { widget: Widget }): ReactNode {
  const { dataType, dataJson, data, type } = widget;
  switch (dataType) {
    case 'energy':
      return (
        <EnergyWidget
          data={data as unknown as EnergyData}
          period={(JSON.parse(dataJson) as { period?: ChartPeriod }).period ?? 'today'}
          isChart={type === 'chart'}
        />
      );
    case 'points':
      return <PointsWidget points={data as unknown as Schemas['PointValueDto'][]} />;
    case 'alerts':
      return <AlertsWidget data={data as unknown as AlertsData} />;
    case 'faults':
      return <FaultsWidget stats={data as unknown as Schemas['FaultStatsDto']} />;
    case 'weather':
      return <WeatherWidget weather={data as unknown as Schemas['WeatherConditionsDto']} />;
    default:
      return <Text>{typeof data === 'string' ? data : JSON.stringify(data)}</Text>;
  }
}

function Rows({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.rows}>
      {rows.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  );
}

interface EnergyWidgetProps {
  data: EnergyData;
  period: ChartPeriod;
  isChart: boolean;
}

function EnergyWidget({ data, period, isChart }: EnergyWidgetProps) {
  const t = useOverviewTexts();
  const { quantity } = useFormat();
  if (isChart) return <EnergyChart chart={data} period={period} height={CHART_HEIGHT} />;
  return (
    <Rows
      rows={[
        [t('total'), quantity(data.total, data.unit)],
        [t('average'), quantity(data.avg, data.unit)],
        [t('peak'), quantity(data.peak, data.unit)],
      ]}
    />
  );
}

function PointsWidget({ points }: { points: Schemas['PointValueDto'][] }) {
  const { number } = useFormat();
  const shown = (value: unknown) =>
    typeof value === 'number' ? number(value) : JSON.stringify(value ?? '–');
  return <Rows rows={points.map(({ code, value }) => [code, shown(value)] as const)} />;
}

function AlertsWidget({ data: { total, newest } }: { data: AlertsData }) {
  const { number, dateTime } = useFormat();
  return (
    <>
      <p className={classes.value}>{number(total)}</p>
      <Rows rows={newest.map(({ title, raisedAt }) => [title, dateTime(raisedAt)] as const)} />
    </>
  );
}

function FaultsWidget({ stats }: { stats: Schemas['FaultStatsDto'] }) {
  const t = useOverviewTexts();
  const { number } = useFormat();
  return (
    <Rows
      rows={[
        [t('open'), number(stats.open)],
        [t('inProgress'), number(stats.inProgress)],
        [t('resolved'), number(stats.resolved)],
      ]}
    />
  );
}

function WeatherWidget({ weather }: { weather: Schemas['WeatherConditionsDto'] }) {
  const { quantity } = useFormat();
  return (
    <>
      <p className={classes.value}>{quantity(weather.temperatureC, '°C')}</p>
      <Text c="dimmed">{weather.description}</Text>
    </>
  );
}
