import { useMemo } from 'react';
import { useFormat } from '../../format/use-format';
import { Chart } from '../../ui/chart/chart';
import { tooltipContent } from '../../ui/chart/tooltip';
import { useChartStyle } from '../../ui/chart/use-chart-style';
import type { Condition, HistoryValue, RuleTrial, TrialRange } from './alert-rules.queries';
import { useAlertRuleTexts } from './alert-rules.texts';
import { deadbandOf } from './rule-fields';

const HEIGHT = 360;
const SHORT_MS = 2 * 86_400_000;

interface BacktestChartProps {
  /** The code of the watched point, or the word for an area. */
  name: string;
  values: readonly HistoryValue[];
  range: TrialRange;
  condition: Condition | null;
  raised: RuleTrial['raised'];
}

/** The history as a line, the threshold with its deadband, and a span for each alarm of the test. */
export function BacktestChart({ name, values, range, condition, raised }: BacktestChartProps) {
  const t = useAlertRuleTexts();
  const style = useChartStyle();
  const format = useFormat();
  const option = useMemo(() => {
    const { colors, grid, valueAxis, timeAxis, axisLabel, tooltip } = style;
    const [fromMs, toMs] = [Date.parse(range.from), Date.parse(range.to)];
    const isShort = toMs - fromMs < SHORT_MS;
    const timeText = (atMs: number) =>
      format.part(
        new Date(atMs).toISOString(),
        isShort ? { hour: '2-digit', minute: '2-digit' } : { month: 'short', day: 'numeric' },
      );
    const threshold = condition?.kind === 'threshold' ? condition.threshold : undefined;
    const band = condition && deadbandOf(condition);
    const spans = raised.map(({ from, to }) => [
      { xAxis: Date.parse(from) },
      { xAxis: to ? Date.parse(to) : toMs },
    ]);
    const bandAreas = band
      ? [[{ yAxis: band.from, itemStyle: { color: colors.caution, opacity: 0.18 } }, { yAxis: band.to }]]
      : [];
    return {
      grid: { ...grid, top: 16, right: 20 },
      xAxis: { ...timeAxis, min: fromMs, max: toMs, axisLabel: { ...axisLabel, formatter: timeText } },
      yAxis: { ...valueAxis, scale: true, ...withThreshold(values, threshold) },
      tooltip: {
        ...tooltip,
        formatter: ([point]: { value: [number, number | null] }[]) =>
          point &&
          tooltipContent(format.dateTime(new Date(point.value[0]).toISOString()), [
            { name: t('value'), value: format.number(point.value[1], 3), color: colors.main },
          ]),
      },
      series: [
        {
          name: t('value'),
          type: 'line',
          symbol: 'none',
          sampling: 'minmax',
          lineStyle: { color: colors.main, width: 1.5 },
          itemStyle: { color: colors.main },
          data: values.map(({ atMs, value }) => [atMs, value]),
          markLine:
            threshold === undefined
              ? undefined
              : {
                  silent: true,
                  symbol: 'none',
                  label: {
                    position: 'insideEndTop',
                    color: colors.text,
                    formatter: `${t('threshold')} ${format.number(threshold, 3)}`,
                  },
                  lineStyle: { color: colors.caution, type: 'dashed', width: 2 },
                  data: [{ yAxis: threshold }],
                },
          markArea: {
            silent: true,
            itemStyle: { color: colors.critical, opacity: 0.28 },
            data: [...spans, ...bandAreas],
          },
        },
      ],
    };
  }, [style, format, t, values, range, condition, raised]);
  return <Chart option={option} height={HEIGHT} label={t('chartLabel', { name })} />;
}

/** Extends the axis so that the threshold is visible, even if no value has been near it. */
function withThreshold(
  values: readonly HistoryValue[],
  threshold: number | undefined,
): { min?: number; max?: number } {
  if (threshold === undefined) return {};
  let [low, high] = [Infinity, -Infinity];
  for (const { value } of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const margin = Math.max(high - low, Math.abs(threshold - high), Math.abs(threshold - low)) / 20;
  return {
    ...(threshold <= low && { min: threshold - margin }),
    ...(threshold >= high && { max: threshold + margin }),
  };
}
