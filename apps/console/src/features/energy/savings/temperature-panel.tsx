import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../format/use-format';
import { Chart, type Plot } from '../../../ui/chart/chart';
import { fromZero } from '../../../ui/chart/comparison-plot';
import { useChartStyle } from '../../../ui/chart/use-chart-style';
import { DataTable } from '../../../ui/data-table';
import { QueryState } from '../../../ui/query-state';
import { energyUnitOf } from '../energy.queries';
import { useChartHeight, ViewPanel } from '../view-panel';
import { type Baseline, type ModelDay, modelDaysQuery } from './baselines.queries';
import { useSavingsTexts } from './savings.texts';

const HEIGHT = 320;
/** A date is an instant in UTC. In the zone of the building, it could be another day. */
const CALENDAR_DAY = { timeZone: 'UTC', dateStyle: 'medium' } as const;
const DAY_PX = 6;
const MODEL_PX = 4;
/** The scale has some space at both ends. */
const MARGIN_C = 1;

interface DaysProps {
  days: readonly ModelDay[];
  unit: string;
}

/** The energy of the days of a baseline against their temperature, and the energy that the model expects. */
export function TemperaturePanel({ baseline }: { baseline: Baseline }) {
  const t = useSavingsTexts();
  const query = useQuery(modelDaysQuery(baseline.id));
  const unit = energyUnitOf(baseline);
  return (
    <ViewPanel title={t('temperature')}>
      {(view) => (
        <QueryState query={query} height={HEIGHT}>
          {({ days }) =>
            view === 'chart' ? <DaysChart days={days} unit={unit} /> : <DaysTable days={days} unit={unit} />
          }
        </QueryState>
      )}
    </ViewPanel>
  );
}

function DaysChart({ days, unit }: DaysProps) {
  const t = useSavingsTexts();
  const style = useChartStyle();
  const { part, quantity, number } = useFormat();
  const sorted = useMemo(() => days.toSorted((a, b) => a.temperatureC - b.temperatureC), [days]);
  const plot = useMemo((): Plot => {
    const { colors, xAxis, yAxis, shared, spaceFor } = style;
    const temperatures = sorted.map(({ temperatureC }) => temperatureC);
    const degrees = (value: number) => `${number(value, 0)} °C`;
    const dots = (color: string, size: number) => ({
      stroke: color,
      paths: () => null,
      points: { show: true, size, fill: color },
    });
    return {
      unit,
      legend: [
        { name: t('actual'), color: colors.main, series: 1 },
        { name: t('expected'), color: colors.text, series: 2 },
      ],
      data: [temperatures, sorted.map(({ actual }) => actual), sorted.map(({ expected }) => expected)],
      options: {
        ...shared,
        scales: {
          x: {
            time: false,
            range: [(temperatures[0] ?? 0) - MARGIN_C, (temperatures.at(-1) ?? 0) + MARGIN_C],
          },
          y: { range: fromZero },
        },
        axes: [{ ...xAxis, space: spaceFor(['-88 °C']), values: (_, splits) => splits.map(degrees) }, yAxis],
        series: [{}, dots(colors.main, DAY_PX), dots(colors.text, MODEL_PX)],
      },
      hintAt: (index) => {
        const day = sorted[index];
        return (
          day && {
            title: part(day.date, CALENDAR_DAY),
            rows: [
              { name: t('outdoor'), value: quantity(day.temperatureC, '°C') },
              { name: t('actual'), value: quantity(day.actual, unit), color: colors.main },
              { name: t('expected'), value: quantity(day.expected, unit), color: colors.text },
            ],
          }
        );
      },
    };
  }, [style, sorted, unit, part, quantity, number, t]);
  const span = {
    low: quantity(sorted[0]?.temperatureC, '°C'),
    high: quantity(sorted.at(-1)?.temperatureC, '°C'),
  };
  return <Chart plot={plot} height={useChartHeight(HEIGHT)} label={t('temperatureLabel', span)} />;
}

function DaysTable({ days, unit }: DaysProps) {
  const t = useSavingsTexts();
  const { part, quantity } = useFormat();
  return (
    <DataTable
      label={t('temperature')}
      items={days}
      keyOf={(day) => day.date}
      columns={[
        { key: 'day', title: t('day'), render: (day) => part(day.date, CALENDAR_DAY) },
        {
          key: 'temperature',
          title: t('outdoor'),
          align: 'right',
          render: ({ temperatureC }) => quantity(temperatureC, '°C'),
        },
        { key: 'actual', title: t('actual'), align: 'right', render: ({ actual }) => quantity(actual, unit) },
        {
          key: 'expected',
          title: t('expected'),
          align: 'right',
          render: ({ expected }) => quantity(expected, unit),
        },
      ]}
    />
  );
}
