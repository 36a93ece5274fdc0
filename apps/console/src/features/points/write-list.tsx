import { mdiPencilOffOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { useActorName } from '../../ui/actor.texts';
import { StateBadge, type Tone } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { reasonOf, useMessageText } from '../../ui/messages/use-message-text';
import { PagedList } from '../../ui/paged-list';
import { PointLink } from '../../ui/point-link';
import { useValueText } from '../../ui/point-value';
import { EmptyState } from '../../ui/states';
import { PER_PAGE, type Write, writesQuery } from './points.queries';
import { usePointTexts } from './points.texts';

interface WriteListProps {
  page: number;
  onPage: (page: number) => void;
}

/** The writes to all points, newest first. */
export function WriteList({ page, onPage }: WriteListProps) {
  const t = usePointTexts();
  return (
    <PagedList
      query={useQuery(writesQuery({ page }))}
      height={560}
      page={page}
      limit={PER_PAGE}
      empty={<EmptyState title={t('noWrites')} icon={mdiPencilOffOutline} />}
      onPage={onPage}
    >
      {(items) => <WriteTable writes={items} />}
    </PagedList>
  );
}

const TONES: Record<Write['status'], Tone> = {
  pending: 'info',
  written: 'good',
  refused: 'caution',
  not_written: 'critical',
  unknown: 'serious',
};

interface WriteTableProps {
  writes: readonly Write[];
  /** Omits the column of codes if all writes are of the same point. */
  isOfOnePoint?: boolean;
}

export function WriteTable({ writes, isOfOnePoint }: WriteTableProps) {
  const t = usePointTexts();
  const actorName = useActorName();
  const valueText = useValueText();
  const messageText = useMessageText();
  const { dateTime } = useFormat();
  const at: Column<Write> = { key: 'at', title: t('at'), render: (write) => dateTime(write.at) };
  const code: Column<Write> = {
    key: 'code',
    title: t('point'),
    render: ({ pointId, pointName, code: pointCode }) => (
      <PointLink point={{ id: pointId, name: pointName }} code={pointCode} />
    ),
  };
  const others: Column<Write>[] = [
    { key: 'kind', title: t('kind'), render: ({ kind }) => t(`kind.${kind}`) },
    {
      key: 'value',
      title: t('value'),
      render: ({ previousValue, value }) => `${valueText(previousValue)} → ${valueText(value)}`,
    },
    { key: 'result', title: t('result'), render: (write) => <WriteResult write={write} /> },
    { key: 'by', title: t('by'), render: ({ username, userId }) => actorName(username, userId) },
    {
      key: 'note',
      title: t('note'),
      render: ({ error, reason }) => (error ? messageText(reasonOf(error)) : (reason ?? '–')),
    },
  ];
  const columns = isOfOnePoint ? [at, ...others] : [code, at, ...others];
  return <DataTable label={t('writes')} items={writes} keyOf={({ id }) => id} columns={columns} />;
}

function WriteResult({ write: { status, confirmed } }: { write: Write }) {
  const t = usePointTexts();
  if (status === 'written' && !confirmed) return <StateBadge tone="caution">{t('notConfirmed')}</StateBadge>;
  return <StateBadge tone={TONES[status]}>{t(`status.${status}`)}</StateBadge>;
}
