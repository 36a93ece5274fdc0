import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { useChartColors } from '../../ui/chart/use-chart-style';
import { Figure } from '../../ui/figure';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { SEVERITIES } from '../../ui/severity-badge';
import { useUiTexts } from '../../ui/ui.texts';
import classes from './fault-statistics.module.css';
import { FAULT_STATUSES } from './fault-steps';
import { type FaultStats, faultStatsQuery } from './faults.queries';
import { useFaultTexts } from './faults.texts';

const HOUR_MIN = 60;
const DAY_MIN = 1440;
const FEW_MINUTES = 10;
/** Times below this many hours are shown in minutes. */
const SWITCH_AT = 2;

/** How many faults there are, how long repairs take, and how often something breaks. */
export function FaultFigures() {
  return (
    <QueryState query={useQuery(faultStatsQuery)} height={110}>
      {(stats) => <Figures stats={stats} />}
    </QueryState>
  );
}

/** How many faults have each status and each severity. */
export function FaultCharts() {
  return (
    <QueryState query={useQuery(faultStatsQuery)} height={240}>
      {(stats) => <Charts stats={stats} />}
    </QueryState>
  );
}

function Figures({ stats }: { stats: FaultStats }) {
  const t = useFaultTexts();
  const { number } = useFormat();
  const duration = (minutes: number | null): string => {
    if (minutes === null) return t('unknown');
    if (minutes < SWITCH_AT * HOUR_MIN)
      return t('minutes', { value: number(minutes, minutes < FEW_MINUTES ? 1 : 0) });
    if (minutes < SWITCH_AT * DAY_MIN) return t('hours', { value: number(minutes / HOUR_MIN) });
    return t('days', { value: number(minutes / DAY_MIN) });
  };
  const { mtbfHours, mttrMinutes, open, inProgress, total } = stats;
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md">
      <Figure title={t('unresolved')} value={number(open + inProgress)} note={t('unresolvedNote')} />
      <Figure title={t('total')} value={number(total)} note={t('totalNote')} />
      <Figure title={t('mttr')} value={duration(mttrMinutes)} note={t('mttrNote')} />
      <Figure
        title={t('mtbf')}
        value={duration(mtbfHours === null ? null : mtbfHours * HOUR_MIN)}
        note={t('mtbfNote')}
      />
    </SimpleGrid>
  );
}

function Charts({ stats }: { stats: FaultStats }) {
  const t = useFaultTexts();
  const ui = useUiTexts();
  const colors = useChartColors();
  const counts = {
    open: stats.open,
    in_progress: stats.inProgress,
    resolved: stats.resolved,
    closed: stats.closed,
  };
  const tones = {
    open: colors.serious,
    in_progress: colors.info,
    resolved: colors.good,
    closed: colors.other,
  };
  const byStatus = FAULT_STATUSES.map((status) => ({
    name: t(`status.${status}`),
    value: counts[status],
    color: tones[status],
  }));
  const levels = {
    critical: colors.critical,
    major: colors.serious,
    minor: colors.caution,
    warning: colors.info,
    indeterminate: colors.other,
  };
  const bySeverity = SEVERITIES.map((severity) => ({
    name: ui(severity),
    value: stats.bySeverity[severity],
    color: levels[severity],
  }));
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Panel title={t('byStatus')}>
        <CountChart title={t('byStatus')} counts={byStatus} />
      </Panel>
      <Panel title={t('bySeverity')}>
        <CountChart title={t('bySeverity')} counts={bySeverity} />
      </Panel>
    </SimpleGrid>
  );
}

interface CountChartProps {
  title: string;
  counts: readonly { name: string; value: number; color: string }[];
}

/** A horizontal bar with its number for each kind. */
function CountChart({ title, counts }: CountChartProps) {
  const { number } = useFormat();
  const most = Math.max(1, ...counts.map(({ value }) => value));
  return (
    <figure aria-label={title} className={classes.chart}>
      <dl className={classes.counts}>
        {counts.map(({ name, value, color }) => (
          <div key={name} className={classes.count}>
            <dt>{name}</dt>
            <dd>
              <span className={classes.bar} style={{ background: color, flexGrow: value / most }} />
              {number(value)}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
