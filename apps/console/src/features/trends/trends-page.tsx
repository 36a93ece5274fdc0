import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { ActionIcon, Anchor, Box, Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import {
  mdiChartMultiline,
  mdiChevronLeft,
  mdiChevronRight,
  mdiMagnifyMinusOutline,
  mdiMagnifyPlusOutline,
  mdiTrashCanOutline,
} from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { areasQuery } from '../../api/areas';
import { saveContent } from '../../api/save-file';
import { instantOf, localDateTime } from '../../format/calendar-period';
import { useFormat } from '../../format/use-format';
import { AreaSelect } from '../../ui/area-select';
import { useChartColors } from '../../ui/chart/use-chart-style';
import { DataTable } from '../../ui/data-table';
import { Icon } from '../../ui/icon';
import { useAlertText } from '../../ui/messages/use-message-text';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { PointInput } from '../../ui/point-input';
import { QueryState } from '../../ui/query-state';
import { EmptyState } from '../../ui/states';
import { TimeField } from '../../ui/time-field';
import { TrendChart } from '../../ui/trend/trend-chart';
import {
  areaSeries,
  COMPARISONS,
  DEFAULT_RANGE,
  MOST_SERIES,
  RANGES,
  type TrendSearch,
} from '../../ui/trend/trend-choice';
import { aligned, csvOf, emptyTextOf, figuresOf, type TrendFigures } from '../../ui/trend/trend-data';
import { spanOf, type Trend, type TrendAlert } from '../../ui/trend/trend.queries';
import { useTrendTexts } from '../../ui/trend/trend.texts';
import { type LineTitle, useTrend } from '../../ui/trend/use-trend';
import { AddNote, Notes } from './notes';
import { SavedViews } from './saved-views';
import classes from './trends.module.css';
import { useTrendsTexts } from './trends.texts';

const route = getRouteApi('/shell/trends');
const HEIGHT = 420;
/** Spreadsheets read a CSV file as UTF-8 only if it begins with it. */
const BYTE_ORDER_MARK = '\uFEFF';
const MOST_FIRST_AREAS = 3;
const NONE = 'none';
const NO_SERIES: string[] = [];
/** The longest period to which the chart is zoomed out. */
const LONGEST_MS = 10 * 366 * 86_400_000;

/** The part of the length by which the period moves, and the factor of its length. */
type Movement = [by: number, factor: number];
const EARLIER: Movement = [-0.5, 1];
const LATER: Movement = [0.5, 1];
const ZOOM_IN: Movement = [0, 0.5];
const ZOOM_OUT: Movement = [0, 2];
/** `=` is the key of `+` on many keyboards. */
const KEYS = new Map([
  ['ArrowLeft', EARLIER],
  ['ArrowRight', LATER],
  ['+', ZOOM_IN],
  ['=', ZOOM_IN],
  ['-', ZOOM_OUT],
]);

/** The history of points and areas in one chart. */
export function TrendsPage() {
  const t = useTrendsTexts();
  const trendText = useTrendTexts();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { timeZone } = useFormat();
  const { series = NO_SERIES, range = DEFAULT_RANGE, from, to, compare } = search;
  const show = (changes: TrendSearch, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace });
  const chart = useRef<HTMLDivElement>(null);
  /** Shows a part of the period, or more than it. @param replace without an entry for the Back button */
  const move = ([by, factor]: Movement, replace = false) => {
    const { fromMs, toMs } = spanOf({ range, from, to });
    const halfMs = ((toMs - fromMs) / 2) * factor;
    const middleMs = (fromMs + toMs) / 2 + by * (toMs - fromMs);
    if (halfMs <= LONGEST_MS / 2) zoom(middleMs - halfMs, middleMs + halfMs, replace);
  };
  const zoom = (fromMs: number, toMs: number, replace = false) =>
    show({ from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }, replace);
  /** Shows the period with another start or end. If it would be empty, its other end moves, too. */
  const choose = (end: 'from' | 'to', localTime: string) => {
    const atMs = Date.parse(instantOf(timeZone, localTime));
    const { fromMs, toMs } = spanOf({ range, from, to });
    if (end === 'from') zoom(atMs, atMs < toMs ? toMs : atMs + toMs - fromMs);
    else zoom(atMs > fromMs ? fromMs : atMs - (toMs - fromMs), atMs);
  };
  const { query, titles } = useTrend(search);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={<SavedViews shown={search} />} />
      <Stack gap="md" className={classes.page} data-chart={series.length > 0 || undefined}>
        <div className={classes.choices}>
          <Panel>
            <Stack gap="sm">
              <AddSeries series={series} onChange={(changed) => show({ series: changed })} />
              <Group gap="sm" align="flex-end">
                <SegmentedControl
                  aria-label={trendText('range')}
                  style={{ maxWidth: '100%', overflowX: 'auto' }}
                  data={RANGES.map((value) => ({ value, label: trendText(`range.${value}`) }))}
                  value={from === undefined ? range : ''}
                  onChange={(value) =>
                    show({ range: RANGES.find((known) => known === value), from: undefined, to: undefined })
                  }
                />
                <Group gap={4}>
                  <Move icon={mdiChevronLeft} title={t('earlier')} onClick={() => move(EARLIER)} />
                  <Move icon={mdiChevronRight} title={t('later')} onClick={() => move(LATER)} />
                  <Move icon={mdiMagnifyPlusOutline} title={t('zoomIn')} onClick={() => move(ZOOM_IN)} />
                  <Move icon={mdiMagnifyMinusOutline} title={t('zoomOut')} onClick={() => move(ZOOM_OUT)} />
                </Group>
                {(['from', 'to'] as const).map((end) => (
                  <TimeField
                    key={end}
                    label={t(end)}
                    time={search[end] === undefined ? '' : localDateTime(timeZone, search[end])}
                    onChange={(localTime) => choose(end, localTime)}
                  />
                ))}
                <Select
                  label={t('compare')}
                  allowDeselect={false}
                  data={[NONE, ...COMPARISONS].map((value) => ({
                    value,
                    label: t(`compare.${value as (typeof COMPARISONS)[number] | typeof NONE}`),
                  }))}
                  value={compare ?? NONE}
                  onChange={(value) => show({ compare: COMPARISONS.find((known) => known === value) })}
                />
              </Group>
            </Stack>
          </Panel>
        </div>
        {series.length === 0 ? (
          <Panel>
            <EmptyState
              title={t('nothing', { most: MOST_SERIES })}
              icon={mdiChartMultiline}
              action={<FirstAreas onChoose={(id) => show({ series: [areaSeries(id)] })} />}
            />
          </Panel>
        ) : (
          <QueryState query={query} height={HEIGHT}>
            {(trend) => (
              <Trends
                trend={trend}
                titles={titles}
                chart={chart}
                isLoading={query.isPlaceholderData}
                onZoom={zoom}
                onMove={(movement) => move(movement, true)}
                onRemove={(one) => show({ series: series.filter((other) => other !== one) })}
              />
            )}
          </QueryState>
        )}
      </Stack>
    </>
  );
}

function Move({ icon, title, onClick }: { icon: string; title: string; onClick: () => void }) {
  return (
    <ActionIcon variant="default" size="lg" aria-label={title} title={title} onClick={onClick}>
      <Icon path={icon} />
    </ActionIcon>
  );
}

function AddSeries({
  series,
  onChange,
}: {
  series: readonly string[];
  onChange: (series: string[]) => void;
}) {
  const t = useTrendsTexts();
  const [code, setCode] = useState('');
  const isFull = series.length >= MOST_SERIES;
  const add = (one: string) => {
    if (one !== '' && !series.includes(one)) onChange([...series, one]);
  };
  return (
    <Group gap="sm" align="flex-end">
      <PointInput
        label={t('addPoint')}
        value={code}
        disabled={isFull}
        onChange={setCode}
        onOptionSubmit={(chosen) => {
          add(chosen);
          setCode('');
        }}
        w={{ base: '100%', xs: 320 }}
      />
      <Button
        variant="default"
        disabled={isFull || code.trim() === ''}
        onClick={() => {
          add(code.trim());
          setCode('');
        }}
      >
        {t('add')}
      </Button>
      <AreaSelect
        label={t('addArea')}
        disabled={isFull}
        value={null}
        onChange={(id) => id !== null && add(areaSeries(id))}
      />
    </Group>
  );
}

/** Begins with one of the areas that the others belong to. */
function FirstAreas({ onChoose }: { onChoose: (areaId: number) => void }) {
  const t = useTrendsTexts();
  const { data } = useQuery(areasQuery);
  return (
    <Group gap="sm" justify="center">
      {data?.areas
        .filter(({ parentId }) => parentId === null)
        .slice(0, MOST_FIRST_AREAS)
        .map(({ id, name }) => (
          <Button key={id} variant="default" onClick={() => onChoose(id)}>
            {t('showArea', { name })}
          </Button>
        ))}
    </Group>
  );
}

interface TrendsProps {
  trend: Trend;
  titles: readonly LineTitle[];
  chart: React.RefObject<HTMLDivElement | null>;
  /** True while the trend is that of the period before. */
  isLoading: boolean;
  onZoom: (fromMs: number, toMs: number) => void;
  onMove: (movement: Movement) => void;
  onRemove: (series: string) => void;
}

function Trends({ trend, titles, chart, isLoading, onZoom, onMove, onRemove }: TrendsProps) {
  const t = useTrendsTexts();
  const trendText = useTrendTexts();
  const { surface } = useChartColors();
  const { lines, alerts, notes } = trend;
  const emptyText = emptyTextOf(lines);
  const names = titles.map(({ name, unit }) => (unit === '' ? name : `${name} (${unit})`));
  const moveByKey = (event: KeyboardEvent) => {
    const movement = KEYS.get(event.key);
    // With one of these keys, they belong to the browser.
    if (!movement || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // A key that is held down would request each period on the way.
    if (!event.repeat) onMove(movement);
  };
  const saveCsv = () =>
    saveContent(
      'trends.csv',
      new Blob([BYTE_ORDER_MARK, csvOf(aligned(lines), names)], { type: 'text/csv' }),
    );
  return (
    <>
      <Panel
        title={t('chart')}
        actions={
          <Group gap="xs">
            <AddNote trend={trend} titles={titles} isLoading={isLoading} />
            <Button size="xs" variant="default" onClick={saveCsv}>
              {t('csv')}
            </Button>
            <Button size="xs" variant="default" onClick={() => savePicture(chart.current, surface)}>
              {t('png')}
            </Button>
          </Group>
        }
      >
        <Box component="section" ref={chart} aria-label={t('keys')} tabIndex={0} onKeyDown={moveByKey}>
          {emptyText ? (
            <EmptyState title={trendText(emptyText)} icon={mdiChartMultiline} />
          ) : (
            <>
              <TrendChart trend={trend} titles={titles} height={HEIGHT} onZoom={onZoom} />
              <Text size="xs" c="dimmed">
                {t('zoomHint')}
              </Text>
            </>
          )}
        </Box>
      </Panel>
      <Stack gap="md" className={classes.after}>
        <Panel title={t('statistics')}>
          <Statistics trend={trend} titles={titles} onRemove={onRemove} />
        </Panel>
        {alerts.length > 0 && (
          <Panel title={t('alerts')}>
            <Alerts alerts={alerts} />
          </Panel>
        )}
        {notes.length > 0 && (
          <Panel title={t('notes')}>
            <Notes trend={trend} titles={titles} />
          </Panel>
        )}
      </Stack>
    </>
  );
}

function Statistics({
  trend: { lines, toMs },
  titles,
  onRemove,
}: Omit<TrendsProps, 'chart' | 'isLoading' | 'onZoom' | 'onMove'>) {
  const t = useTrendsTexts();
  const { quantity } = useFormat();
  const rows = lines.map((line, index) => ({
    ...line,
    ...(titles[index] ?? { name: line.series, unit: '' }),
    figures: figuresOf(line.samples, toMs),
  }));
  type Row = (typeof rows)[number];
  const figure = (name: keyof TrendFigures) => ({
    key: name,
    title: t(name),
    align: 'right' as const,
    render: ({ figures, unit }: Row) => quantity(figures?.[name], unit, 2),
  });
  return (
    <DataTable
      label={t('statistics')}
      items={rows}
      keyOf={({ series, isEarlier }) => `${series} ${isEarlier}`}
      columns={[
        { key: 'name', title: t('series'), render: ({ name }) => name },
        ...(['last', 'min', 'mean', 'max'] as const).map(figure),
        {
          key: 'actions',
          title: t('actions'),
          render: ({ series, name, isEarlier }): ReactNode =>
            !isEarlier && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('remove', { name })}
                onClick={() => onRemove(series)}
              >
                <Icon path={mdiTrashCanOutline} />
              </ActionIcon>
            ),
        },
      ]}
    />
  );
}

function Alerts({ alerts }: { alerts: readonly TrendAlert[] }) {
  const text = useAlertText();
  const { dateTime } = useFormat();
  return (
    <Stack gap={4}>
      {alerts.map(({ id, title, titleText, raisedAt }) => (
        <Text key={id} size="sm">
          {dateTime(raisedAt)}{' '}
          <Anchor inherit renderRoot={(props) => <Link to="/alerts" search={{ alert: id }} {...props} />}>
            {text(title, titleText)}
          </Anchor>
        </Text>
      ))}
    </Stack>
  );
}

/** Saves the drawn chart. Its canvas is transparent, so it is drawn onto the colour of the surface. */
function savePicture(element: HTMLElement | null, surface: string): void {
  const drawn = element?.querySelector('canvas');
  if (!drawn) return;
  const { width, height } = drawn;
  const picture = Object.assign(document.createElement('canvas'), { width, height });
  const context = picture.getContext('2d');
  if (!context) return;
  context.fillStyle = surface;
  context.fillRect(0, 0, width, height);
  context.drawImage(drawn, 0, 0);
  picture.toBlob((content) => content && saveContent('trends.png', content));
}
