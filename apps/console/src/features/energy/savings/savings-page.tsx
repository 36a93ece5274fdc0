import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import { mdiTrendingDown } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Area } from '../../../api/areas';
import type { CalendarDate } from '../../../format/calendar-period';
import { useFormat } from '../../../format/use-format';
import type { Column } from '../../../ui/data-table';
import { CreateButton } from '../../../ui/form-button';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { PageHeader } from '../../../ui/page-header';
import { PagedTable } from '../../../ui/paged-table';
import { Panel } from '../../../ui/panel';
import { EnergyAreas } from '../energy-areas';
import { energyUnitOf } from '../energy.queries';
import { BaselineForm } from './baseline-form';
import { Guideline } from './baseline-panels';
import { BaselineView } from './baseline-view';
import {
  type Baseline,
  baselineQuery,
  BASELINES_PER_PAGE,
  baselinesQuery,
  type FittedBaseline,
} from './baselines.queries';
import { useSinceMeasure } from './savings-of';
import type { SavingsSearch } from './savings-search';
import { useSavingsTexts } from './savings.texts';

const route = getRouteApi('/shell/energy/savings');

/** The baselines of areas, or the saving of one of them. */
export function SavingsPage() {
  const t = useSavingsTexts();
  const { baseline, interval, page } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (changes: SavingsSearch) => void navigate({ search: (before) => ({ ...before, ...changes }) });
  return (
    <EnergyAreas title={t('title')}>
      {(areas, today) =>
        baseline === undefined ? (
          <BaselineList
            areas={areas}
            today={today}
            page={page}
            onOpen={(id) => show({ baseline: id })}
            onPage={(next) => show({ page: next })}
          />
        ) : (
          <BaselineView
            id={baseline}
            areas={areas}
            today={today}
            interval={interval}
            onInterval={(chosen) => show({ interval: chosen })}
            onDeleted={() => show({ baseline: undefined })}
          />
        )
      }
    </EnergyAreas>
  );
}

interface BaselineListProps {
  areas: readonly Area[];
  today: CalendarDate;
  page: number | undefined;
  onOpen: (id: number) => void;
  onPage: (page: number) => void;
}

function BaselineList({ areas, today, page = 1, onOpen, onPage }: BaselineListProps) {
  const t = useSavingsTexts();
  const create = (
    <CreateButton title={t('create')}>
      {(close) => <BaselineForm onSaved={({ id }) => onOpen(id)} onClose={close} />}
    </CreateButton>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={create} />
      <Panel>
        <PagedTable
          label={t('baselines')}
          query={useQuery(baselinesQuery(page))}
          page={page}
          limit={BASELINES_PER_PAGE}
          none={t('none')}
          icon={mdiTrendingDown}
          columns={useColumns(areas, today)}
          onOpen={({ id }) => onOpen(id)}
          onPage={onPage}
        />
      </Panel>
    </>
  );
}

function useColumns(areas: readonly Area[], today: CalendarDate): Column<Baseline>[] {
  const t = useSavingsTexts();
  const { quantity } = useFormat();
  return [
    { key: 'name', title: t('baseline'), render: ({ name }) => name },
    {
      key: 'area',
      title: t('area'),
      render: ({ areaId }) => areas.find(({ id }) => id === areaId)?.name ?? `#${areaId}`,
    },
    { key: 'method', title: t('method'), render: ({ method }) => t(`method.${method}`) },
    {
      key: 'model',
      title: t('model'),
      render: ({ id }) => <Fitted id={id}>{(baseline) => <ModelName baseline={baseline} />}</Fitted>,
    },
    {
      key: 'saving',
      title: t('saving'),
      align: 'right',
      render: ({ id }) => (
        <Fitted id={id}>
          {(baseline) => (baseline.fit ? <Saved baseline={baseline} today={today} /> : '–')}
        </Fitted>
      ),
    },
    {
      key: 'cvRmse',
      title: t('cvRmse'),
      align: 'right',
      render: ({ id }) => <Fitted id={id}>{({ fit }) => (fit ? quantity(fit.cvRmse, '%', 2) : '–')}</Fitted>,
    },
    {
      key: 'guideline',
      title: t('guideline'),
      render: ({ id }) => (
        <Fitted id={id}>{({ fit }) => (fit ? <Guideline isMet={fit.meetsGuideline14} /> : '–')}</Fitted>
      ),
    },
  ];
}

interface FittedProps {
  id: number;
  children: (baseline: FittedBaseline) => ReactNode;
}

/** A cell that depends on the fit. The cells of a row share one request. */
function Fitted({ id, children }: FittedProps) {
  const { data } = useQuery(baselineQuery(id));
  return data ? children(data) : '–';
}

/** The saving since the measure. A baseline of months has only months. */
function Saved({ baseline, today }: { baseline: Baseline; today: CalendarDate }) {
  const { quantity, number } = useFormat();
  const saving = useSinceMeasure(baseline, today, 'month').savings.data?.saving;
  return saving ? `${quantity(saving.kwh, energyUnitOf(baseline), 0)} (${number(saving.percent)} %)` : '–';
}

function ModelName({ baseline: { fit, missing } }: { baseline: FittedBaseline }) {
  const t = useSavingsTexts();
  const messageText = useMessageText();
  if (fit) return t(`model.${fit.model}`);
  return (
    <Text size="sm" c="dimmed">
      {missing && messageText(missing)}
    </Text>
  );
}
