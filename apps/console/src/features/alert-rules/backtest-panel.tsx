import { useMemo, useState } from 'react';
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiChartLine, mdiPlay } from '@mdi/js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { usePointsOf } from '../../api/points';
import { useFormat } from '../../format/use-format';
import { type Column, DataTable } from '../../ui/data-table';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import { WatchedChart } from '../../ui/chart/watched-chart';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { EmptyState, ErrorState } from '../../ui/states';
import { historyQuery, type RuleTrial, testRule, type TrialRange } from './alert-rules.queries';
import { useAlertRuleTexts } from './alert-rules.texts';
import { deadbandOf, type RuleFields, toInput } from './rule-fields';

const DAYS = ['1', '7', '31'] as const;
type Days = (typeof DAYS)[number];
const DAY_MS = 86_400_000;
const TYPING_MS = 400;
const CHART_PX = 360;
const LISTED = 10;
/** A constant list, because a new list in each render would draw the chart again. */
const NO_ALERTS: RuleTrial['raised'] = [];
const INTERVALS = { 1: undefined, 7: '15m', 31: '1h' } as const;
const NOTES = { 1: 'rawValues', 7: 'means15', 31: 'means60' } as const;

function lastDays(days: Days): TrialRange {
  const toMs = Date.now();
  return { from: new Date(toMs - Number(days) * DAY_MS).toISOString(), to: new Date(toMs).toISOString() };
}

/** The history of the point or area that a rule watches, and the alerts that the rule would have raised. */
export function BacktestPanel({ fields }: { fields: RuleFields }) {
  const t = useAlertRuleTexts();
  const [days, setDays] = useState<Days>('7');
  const [range, setRange] = useState(() => lastDays('7'));
  const input = toInput(fields);
  // The name and the severity have no effect on the result of the test.
  const key = JSON.stringify(input && { ...input, name: '', severity: '', enabled: true });
  const test = useMutation({
    mutationFn: async () => {
      if (!input) throw new Error('The rule is not complete.');
      return { result: await testRule(named(input), range), range, key };
    },
  });
  const isCurrent = test.data?.range === range && test.data.key === key;
  const choose = (value: string) => {
    const next = DAYS.find((choice) => choice === value) ?? '7';
    setDays(next);
    setRange(lastDays(next));
  };
  return (
    <Panel
      title={t('backtest')}
      actions={
        <Group gap="xs">
          <SegmentedControl
            aria-label={t('range')}
            data={DAYS.map((value) => ({ value, label: t(`range.${value}`) }))}
            value={days}
            onChange={choose}
          />
          <Button
            leftSection={<Icon path={mdiPlay} />}
            disabled={!input}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {t('run')}
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('backtestHint')}
        </Text>
        <History
          fields={fields}
          days={days}
          range={range}
          raised={isCurrent ? (test.data?.result.raised ?? NO_ALERTS) : NO_ALERTS}
        />
        {test.isError && <ErrorState error={test.error} />}
        {test.data && !test.isError && (
          <TrialResult result={test.data.result} range={test.data.range} isCurrent={isCurrent} />
        )}
      </Stack>
    </Panel>
  );
}

/** The API requires a name, but a rule may be tested before it has one. */
function named<Rule extends { name: string }>(rule: Rule): Rule {
  return { ...rule, name: rule.name || '–' };
}

interface HistoryProps {
  fields: RuleFields;
  days: Days;
  range: TrialRange;
  raised: RuleTrial['raised'];
}

function History({ fields, days, range, raised }: HistoryProps) {
  const t = useAlertRuleTexts();
  const { target } = fields;
  const [pointCode] = useDebouncedValue(target === 'point' ? fields.pointCode.trim() : '', TYPING_MS);
  const watched = { pointCode: pointCode || null, areaId: target === 'area' ? fields.areaId : null };
  const unit = usePointsOf([watched.pointCode]).get(pointCode)?.unit;
  const condition = useMemo(() => toInput(fields)?.condition ?? null, [fields]);
  const deadband = useMemo(() => condition && deadbandOf(condition), [condition]);
  const history = useQuery(historyQuery({ ...watched, ...range, interval: INTERVALS[days] }));
  if (!watched.pointCode && watched.areaId === null) {
    return <EmptyState title={t('fillIn')} icon={mdiChartLine} />;
  }
  return (
    <QueryState query={history} height={CHART_PX}>
      {(values) =>
        values.every(({ value }) => value === null) ? (
          <EmptyState title={t('noHistory')} icon={mdiChartLine} />
        ) : (
          <div>
            <WatchedChart
              label={t('chartLabel', { name: watched.pointCode ?? t('target.area') })}
              values={values}
              unit={target === 'area' ? 'kW' : (unit ?? undefined)}
              range={range}
              threshold={condition?.kind === 'threshold' ? condition.threshold : undefined}
              deadband={deadband}
              alerts={raised}
              height={CHART_PX}
            />
            <Text size="xs" c="dimmed">
              {t(target === 'area' ? 'powerMeans' : NOTES[days])}
            </Text>
          </div>
        )
      }
    </QueryState>
  );
}

interface TrialResultProps {
  result: RuleTrial;
  range: TrialRange;
  /** Whether the rule and the range are unchanged since the test. */
  isCurrent: boolean;
}

function TrialResult({ result: { raised, evaluated, truncated }, range, isCurrent }: TrialResultProps) {
  const t = useAlertRuleTexts();
  const { number, share, dateTime } = useFormat();
  const rangeMs = Date.parse(range.to) - Date.parse(range.from);
  const activeMs = raised.reduce(
    (sum, { from, to }) => sum + Date.parse(to ?? range.to) - Date.parse(from),
    0,
  );
  const columns: Column<RuleTrial['raised'][number]>[] = [
    { key: 'from', title: t('from'), render: ({ from }) => dateTime(from) },
    { key: 'to', title: t('to'), render: ({ to }) => (to ? dateTime(to) : t('stillActive')) },
    { key: 'value', title: t('raisedValue'), align: 'right', render: ({ value }) => number(value, 3) },
  ];
  return (
    <Stack gap="xs">
      {!isCurrent && <Notice tone="caution">{t('outdated')}</Notice>}
      {truncated && <Notice tone="caution">{t('truncated')}</Notice>}
      <Text fw={500} component="output">
        {raised.length === 0
          ? t('raisedNever')
          : t('raisedTimes', { count: number(raised.length), share: share(activeMs / rangeMs) })}
      </Text>
      <Text size="xs" c="dimmed">
        {t('evaluated', { count: number(evaluated) })}
      </Text>
      {raised.length > 0 && (
        <DataTable
          label={t('wouldRaise')}
          items={raised.slice(-LISTED).toReversed()}
          keyOf={({ from }) => from}
          columns={columns}
        />
      )}
    </Stack>
  );
}
