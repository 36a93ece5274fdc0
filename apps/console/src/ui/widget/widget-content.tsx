import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import type { components } from '../../api/plantroom';
import { useFormat } from '../../format/use-format';
import { MissingData } from '../missing-data';
import { useValueText } from '../point-value';
import { SEVERITIES } from '../severity-badge';
import { readSavedTrend } from '../trend/trend-choice';
import { TrendView } from '../trend/trend-view';
import { useUiTexts } from '../ui.texts';
import { type ChartPeriod, EnergyChart } from './energy-chart';
import classes from './widget-content.module.css';
import { useWidgetTexts } from './widget.texts';

type Schemas = components['schemas'];
export type WidgetDataType = Schemas['WidgetDto']['dataType'];
type EnergyData = Schemas['EnergyStatsDto'] &
  Schemas['EnergyChartDto'] & {
    /** The cost or the emissions. Only a widget that shows them has both fields. */
    amount?: number | null;
    amountUnit?: string;
  };
type PointData = Schemas['PointValueDto'] & { name: string | null; unit: string | null };
type AlertsData = {
  total: number;
  bySeverity: Record<Schemas['AlertDto']['severity'], number>;
  /** Missing on the public dashboard, which does not show the texts of alerts. */
  newest?: Schemas['AlertDto'][];
};

interface WidgetContentProps {
  type: Schemas['WidgetDto']['type'];
  dataType: WidgetDataType;
  /** The data of the widget. Its form depends on `dataType` (docs/dashboard.md). Null until it has been computed. */
  data: unknown;
  /** Undefined if it is not known, as on the public dashboard. */
  period?: ChartPeriod;
  /** The height of charts, in pixels. */
  height?: number;
}

/** The content of a widget, by the type of its data. */
export function WidgetContent({ type, dataType, data, period, height = 220 }: WidgetContentProps): ReactNode {
  const t = useWidgetTexts();
  if (data === null || data === undefined) return <Text c="dimmed">{t('noData')}</Text>;
  switch (dataType) {
    case 'energy':
      return (
        <>
          {type === 'chart' ? (
            <EnergyChart chart={data as EnergyData} period={period} height={height} />
          ) : (
            <EnergyFigures data={data as EnergyData} />
          )}
          {/* Data that was computed before an update of the product has no silent meters. */}
          <MissingData silentMeters={(data as Partial<EnergyData>).silentMeters ?? []} />
        </>
      );
    case 'points':
      return <Points points={data as PointData[]} />;
    case 'alerts':
      return <Alerts data={data as AlertsData} />;
    case 'faults':
      return <Faults stats={data as Schemas['FaultStatsDto']} />;
    case 'weather':
      return <Weather weather={data as Schemas['WeatherConditionsDto']} />;
    default: {
      const trend = readSavedTrend(data);
      if (trend) return <TrendView trend={trend} height={height} />;
      return <Text className={classes.note}>{typeof data === 'string' ? data : JSON.stringify(data)}</Text>;
    }
  }
}

function Rows({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.rows}>
      {rows.map(([name, value]) => (
        <div key={name} className={classes.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function EnergyFigures({ data }: { data: EnergyData }) {
  const t = useWidgetTexts();
  const { quantity, mass } = useFormat();
  const { total, avg, peak, unit, amount, amountUnit } = data;
  if (amountUnit !== undefined) {
    return (
      <>
        <p className={classes.value}>
          {amountUnit === EMISSIONS_UNIT ? `${mass(amount)} CO₂e` : quantity(amount, amountUnit, 2)}
        </p>
        <Rows rows={[[t('energy'), quantity(total, unit)]]} />
      </>
    );
  }
  return (
    <Rows
      rows={[
        [t('total'), quantity(total, unit)],
        [t('average'), quantity(avg, unit)],
        [t('peak'), quantity(peak, unit)],
      ]}
    />
  );
}

function Points({ points }: { points: PointData[] }) {
  const valueText = useValueText();
  return (
    <dl className={classes.rows}>
      {points.map(({ code, name, unit, value }) => (
        <div key={code} className={classes.row} title={code}>
          <dt>{name ?? code}</dt>
          <dd>{valueText(value, unit)}</dd>
        </div>
      ))}
    </dl>
  );
}

const EMISSIONS_UNIT = 'kg CO2e';
const MOST_ALERTS = 5;

function Alerts({ data: { total, bySeverity, newest } }: { data: AlertsData }) {
  const ui = useUiTexts();
  const { number, dateTime } = useFormat();
  return (
    <>
      <p className={classes.value}>{number(total)}</p>
      {newest ? (
        <ul className={classes.list}>
          {newest.slice(0, MOST_ALERTS).map(({ id, title, raisedAt }) => (
            <li key={id} className={classes.row}>
              <span>{title}</span>
              <span className={classes.time}>{dateTime(raisedAt)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <Rows rows={SEVERITIES.map((severity) => [ui(severity), number(bySeverity[severity])] as const)} />
      )}
    </>
  );
}

function Faults({ stats }: { stats: Schemas['FaultStatsDto'] }) {
  const t = useWidgetTexts();
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

function Weather({ weather }: { weather: Schemas['WeatherConditionsDto'] }) {
  const t = useWidgetTexts();
  const { quantity } = useFormat();
  const { temperatureC, description, humidityPercent, windMetersPerSecond } = weather;
  return (
    <>
      <p className={classes.value}>{quantity(temperatureC, '°C')}</p>
      <Text c="dimmed" mb="xs">
        {description}
      </Text>
      <Rows
        rows={[
          [t('humidity'), quantity(humidityPercent, '%', 0)],
          [t('wind'), quantity(windMetersPerSecond, 'm/s')],
        ]}
      />
    </>
  );
}
