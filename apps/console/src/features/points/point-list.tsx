import { useMemo } from 'react';
import { Group } from '@mantine/core';
import { mdiGauge } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { CodeText } from '../../ui/code-text';
import { type PointValue, useLiveValues } from '../../api/live-values';
import { type Column, DataTable } from '../../ui/data-table';
import { Notice } from '../../ui/notice';
import { ObjectSelect } from '../../ui/object-select';
import { PagedList } from '../../ui/paged-list';
import { QualityBadge, useValueText, ValueAge } from '../../ui/point-value';
import { SearchField } from '../../ui/search-field';
import { EmptyState } from '../../ui/states';
import { useErrorText } from '../../ui/use-error-text';
import type { PointSearch } from './point-search';
import classes from './points.module.css';
import { PER_PAGE, type Point, pointsQuery } from './points.queries';
import { usePointTexts } from './points.texts';

interface PointListProps {
  search: PointSearch;
  onChange: (changes: Partial<PointSearch>, replace?: boolean) => void;
}

/** The points that match, with their live values. */
export function PointList({ search, onChange }: PointListProps) {
  const t = usePointTexts();
  const points = useQuery(pointsQuery(search));
  const isFiltered = Boolean(search.text ?? search.object);
  return (
    <>
      <Group gap="sm" mb="md">
        <SearchField
          label={t('search')}
          maxLength={255}
          text={search.text ?? ''}
          onChange={(text) => onChange({ text: text || undefined }, true)}
        />
        <ObjectSelect
          aria-label={t('object')}
          placeholder={t('everyObject')}
          value={search.object}
          onChange={(object) => onChange({ object: object ?? undefined })}
        />
      </Group>
      <PagedList
        query={points}
        height={560}
        page={search.page}
        limit={PER_PAGE}
        empty={<EmptyState title={t(isFiltered ? 'none' : 'noneAtAll')} icon={mdiGauge} />}
        onPage={(page) => onChange({ page })}
      >
        {(items) => <PointTable points={items} onOpen={(point) => onChange({ page: search.page, point })} />}
      </PagedList>
    </>
  );
}

interface PointTableProps {
  points: readonly Point[];
  onOpen: (id: number) => void;
}

function PointTable({ points, onOpen }: PointTableProps) {
  const t = usePointTexts();
  const errorText = useErrorText();
  const codes = useMemo(() => points.map(({ code }) => code), [points]);
  const { values, error } = useLiveValues(codes);
  return (
    <>
      {error && (
        <Notice tone="caution" title={t('valuesFailed')}>
          {errorText(error)}
        </Notice>
      )}
      <DataTable
        label={t('title')}
        items={points}
        keyOf={({ id }) => id}
        columns={usePointColumns(values)}
        onOpen={({ id }) => onOpen(id)}
      />
    </>
  );
}

function usePointColumns(values: ReadonlyMap<string, PointValue>): Column<Point>[] {
  const t = usePointTexts();
  const valueText = useValueText();
  return [
    { key: 'name', title: t('point'), render: ({ name }) => name },
    {
      key: 'code',
      title: t('code'),
      render: ({ code }) => <CodeText>{code}</CodeText>,
    },
    {
      key: 'value',
      title: t('value'),
      isBrief: true,
      align: 'right',
      render: ({ code, unit }) => (
        <span className={classes.value}>{valueText(values.get(code)?.value, unit)}</span>
      ),
    },
    {
      key: 'quality',
      title: t('quality'),
      isBrief: true,
      render: ({ code }) => {
        const quality = values.get(code)?.quality;
        return quality && <QualityBadge quality={quality} />;
      },
    },
    {
      key: 'age',
      title: t('age'),
      render: ({ code }) => <ValueAge timestamp={values.get(code)?.timestamp} />,
    },
  ];
}
