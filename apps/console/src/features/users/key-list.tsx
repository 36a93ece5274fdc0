import { useState } from 'react';
import { ActionIcon, Code } from '@mantine/core';
import { mdiKeyOutline, mdiTrashCanOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { StateBadge } from '../../ui/badge';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { type Column, DataTable } from '../../ui/data-table';
import { Icon } from '../../ui/icon';
import { Paging } from '../../ui/paging';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { useRoleTexts } from '../../ui/role.texts';
import { EmptyState } from '../../ui/states';
import { useAction } from '../../ui/use-action';
import { type ApiKey, KEYS, PER_PAGE, deleteKey, keysQuery } from './users.queries';
import { useUserTexts } from './users.texts';

interface KeyListProps {
  page: number;
  onPage: (page: number) => void;
}

export function KeyList({ page, onPage }: KeyListProps) {
  const t = useUserTexts();
  const columns = useKeyColumns();
  return (
    <Panel>
      <QueryState query={useQuery(keysQuery(page))} height={320}>
        {({ items, total, totalIsExact }) =>
          items.length === 0 ? (
            <EmptyState title={t('noKeys')} icon={mdiKeyOutline} />
          ) : (
            <>
              <DataTable label={t('keys')} items={items} keyOf={({ id }) => id} columns={columns} />
              <Paging
                page={page}
                limit={PER_PAGE}
                total={total}
                totalIsExact={totalIsExact}
                onChange={onPage}
              />
            </>
          )
        }
      </QueryState>
    </Panel>
  );
}

function useKeyColumns(): Column<ApiKey>[] {
  const t = useUserTexts();
  const roles = useRoleTexts();
  const { dateTime, date } = useFormat();
  const [openedAtMs] = useState(() => Date.now());
  return [
    { key: 'name', title: t('name'), render: ({ name }) => name },
    { key: 'prefix', title: t('prefix'), render: ({ prefix }) => <Code>{prefix}</Code> },
    { key: 'role', title: t('role'), render: ({ role }) => roles(role) },
    { key: 'createdBy', title: t('createdBy'), render: ({ createdBy }) => createdBy },
    { key: 'createdAt', title: t('createdAt'), render: ({ createdAt }) => date(createdAt) },
    {
      key: 'expiresAt',
      title: t('expiresAt'),
      render: ({ expiresAt }) => {
        if (expiresAt === null) return t('noExpiry');
        const isOver = Date.parse(expiresAt) < openedAtMs;
        return isOver ? <StateBadge tone="serious">{t('expired')}</StateBadge> : dateTime(expiresAt);
      },
    },
    {
      key: 'lastUsed',
      title: t('lastUsed'),
      render: ({ lastUsedAt }) => (lastUsedAt ? dateTime(lastUsedAt) : t('never')),
    },
    { key: 'actions', title: t('actions'), align: 'right', render: (key) => <DeleteKey apiKey={key} /> },
  ];
}

function DeleteKey({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const t = useUserTexts();
  const [isOpen, setIsOpen] = useState(false);
  const remove = useAction(() => deleteKey(id), {
    done: t('deleted'),
    changes: [KEYS],
    onDone: () => setIsOpen(false),
  });
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('deleteKey', { name })}
        onClick={() => setIsOpen(true)}
      >
        <Icon path={mdiTrashCanOutline} />
      </ActionIcon>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('deleteKeyTitle')}
        confirm={t('delete')}
        isDangerous
        isRunning={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsOpen(false)}
      >
        {t('deleteKeyHint', { name })}
      </ConfirmDialog>
    </>
  );
}
