import { StateBadge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { useFormat } from '../../format/use-format';
import { BUCKET_TITLES } from './buckets';
import type { Bucket, Interval } from './energy.queries';
import { useEnergyTexts } from './energy.texts';

interface BucketTableProps {
  buckets: readonly Bucket[];
  interval: Interval;
  onOpen?: (bucket: Bucket) => void;
}

/** The same figures as in the chart, for the keyboard and for copying. */
export function BucketTable({ buckets, interval, onOpen }: BucketTableProps) {
  const t = useEnergyTexts();
  const { part, quantity, share } = useFormat();
  const columns: Column<Bucket>[] = [
    { key: 'time', title: t('start'), render: ({ timestamp }) => part(timestamp, BUCKET_TITLES[interval]) },
    {
      key: 'value',
      title: t('value'),
      align: 'right',
      render: ({ value, unit }) => quantity(value, unit, 3),
    },
    { key: 'coverage', title: t('coverage'), align: 'right', render: ({ coverage }) => share(coverage) },
    {
      key: 'estimated',
      title: t('estimated'),
      render: ({ estimated }) => (estimated ? <StateBadge tone="caution">{t('estimated')}</StateBadge> : '–'),
    },
  ];
  return (
    <DataTable
      label={t('table')}
      items={buckets}
      keyOf={({ timestamp }) => timestamp}
      columns={columns}
      onOpen={onOpen}
    />
  );
}
