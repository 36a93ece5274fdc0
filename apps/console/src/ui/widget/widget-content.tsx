import { type ReactNode, Suspense } from 'react';
import { Anchor, Skeleton, Text } from '@mantine/core';
import type { components } from '../../api/plantroom';
import { useFormat } from '../../format/use-format';
import { useAlertText } from '../messages/use-message-text';
import { MissingData } from '../missing-data';
import { useValueText } from '../point-value';
import { SEVERITIES } from '../severity-badge';
import { readSavedTrend } from '../trend/trend-choice';
import { TrendView } from '../trend/trend-view';
import { useUiTexts } from '../ui.texts';
import { useWeatherText } from '../use-weather-text';
import { type ChartPeriod, EnergyChart } from './energy-chart';
import { Gauge } from './gauge';
import classes from './widget-content.module.css';
import { Picture } from './picture';
import { Sparkline } from './sparkline';
import { kindOf, type WidgetConfig, type WidgetDataType } from './widget-config';
import { useWidgetTexts } from './widget.texts';
import { useWidgetViews, VIEW_KINDS, type ViewKind } from './widget-views';

type Schemas = components['schemas'];
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
  config: WidgetConfig;
}

/** The content of a widget, by the type of its data. Charts fill its surroundings, a column of flexible boxes. */
export function WidgetContent({ type, dataType, data, period, config }: WidgetContentProps): ReactNode {
  const t = useWidgetTexts();
  if (data === null || data === undefined) return <Text c="dimmed">{t('noData')}</Text>;
  switch (dataType) {
    case 'energy':
      return (
        <>
          {type === 'chart' ? (
            <EnergyChart chart={data as EnergyData} period={period} />
          ) : (
            <EnergyFigures data={data as EnergyData} />
          )}
          {/* Data that was computed before an update of the product has no silent meters. */}
          <MissingData silentMeters={(data as Partial<EnergyData>).silentMeters ?? []} />
        </>
      );
    case 'points': {
      const points = data as PointData[];
      const [point] = points;
      if (type === 'stats' && point) return <SingleValue point={point} config={config} />;
      return <Points points={points} />;
    }
    case 'alerts':
      return <Alerts data={data as AlertsData} />;
    case 'faults':
      return <Faults stats={data as Schemas['FaultStatsDto']} />;
    case 'weather':
      return <Weather weather={data as Schemas['WeatherConditionsDto']} />;
    default:
      return <StaticContent data={data} />;
  }
}

function StaticContent({ data }: { data: unknown }) {
  const t = useWidgetTexts();
  const views = useWidgetViews();
  const kind = kindOf('static', data);
  const options = (Object(data) as Record<string, Record<string, unknown>>)[kind] ?? {};
  const trend = readSavedTrend(data);
  if (kind === 'trend' && trend) return <TrendView trend={trend} />;
  if (kind === 'link') return <WebLink {...options} />;
  if (kind === 'picture' && typeof options.fileId === 'string') return <Picture fileId={options.fileId} />;
  const View = VIEW_KINDS.includes(kind as ViewKind) ? views?.[kind as ViewKind] : undefined;
  if (View)
    return (
      <Suspense fallback={<Skeleton height={160} radius="md" />}>
        <View options={options} />
      </Suspense>
    );
  if (kind !== 'static') return <Text c="dimmed">{t('noData')}</Text>;
  return <Text className={classes.note}>{typeof data === 'string' ? data : JSON.stringify(data)}</Text>;
}

/** Other addresses than those of web pages could run scripts. */
function WebLink({ url, text }: { url?: unknown; text?: unknown }) {
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : null;
  if (!address || !/^https?:$/.test(address.protocol)) return null;
  return (
    <Anchor href={address.href} target="_blank" rel="noreferrer">
      {typeof text === 'string' && text !== '' ? text : address.href}
    </Anchor>
  );
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

/** The value of one point, as a gauge between two ends, or with its course of the last day. */
function SingleValue({ point, config: { min, max } }: { point: PointData; config: WidgetConfig }) {
  const valueText = useValueText();
  const { number } = useFormat();
  const isSignedIn = useWidgetViews() !== null;
  const { code, name, unit, value } = point;
  const text = valueText(value, unit);
  if (min !== undefined && max !== undefined) {
    const share = typeof value === 'number' ? (value - min) / (max - min) : 0;
    const ends = [number(min), number(max)] as const;
    return <Gauge label={`${name ?? code}: ${text}`} text={text} share={share} ends={ends} />;
  }
  return (
    <>
      <p className={classes.value}>{text}</p>
      {isSignedIn && typeof value === 'number' && <Sparkline code={code} />}
    </>
  );
}

const EMISSIONS_UNIT = 'kg CO2e';
const MOST_ALERTS = 5;

function Alerts({ data: { total, bySeverity, newest } }: { data: AlertsData }) {
  const text = useAlertText();
  const ui = useUiTexts();
  const { number, dateTime } = useFormat();
  return (
    <>
      <p className={classes.value}>{number(total)}</p>
      {newest ? (
        <ul className={classes.list}>
          {newest.slice(0, MOST_ALERTS).map(({ id, title, titleText, raisedAt }) => (
            <li key={id} className={classes.row}>
              <span>{text(title, titleText)}</span>
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
  const weatherText = useWeatherText();
  const { temperatureC, humidityPercent, windMetersPerSecond } = weather;
  return (
    <>
      <p className={classes.value}>{quantity(temperatureC, '°C')}</p>
      <Text c="dimmed" mb="xs">
        {weatherText(weather)}
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
