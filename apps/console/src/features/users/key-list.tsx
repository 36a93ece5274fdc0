import { useState } from 'react';
import { Code } from '@mantine/core';
import { mdiKeyOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { StateBadge } from '../../ui/badge';
import type { Column } from '../../ui/data-table';
import { DeleteIcon } from '../../ui/delete-button';
import { PagedTable } from '../../ui/paged-table';
import { Panel } from '../../ui/panel';
import { useRoleTexts } from '../../ui/role.texts';
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
      <PagedTable
        label={t('keys')}
        query={useQuery(keysQuery(page))}
        height={320}
        page={page}
        limit={PER_PAGE}
        none={t('noKeys')}
        icon={mdiKeyOutline}
        columns={columns}
        onPage={onPage}
      />
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
  return (
    <DeleteIcon
      label={t('deleteKey', { name })}
      title={t('deleteKeyTitle')}
      remove={() => deleteKey(id)}
      changes={[KEYS]}
    >
      {t('deleteKeyHint', { name })}
    </DeleteIcon>
  );
}
