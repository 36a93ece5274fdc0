import { useState } from 'react';
import { Group, Select } from '@mantine/core';
import { mdiAccountSearchOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { ROLES, useAccount } from '../../api/account';
import type { User } from '../../api/plantroom';
import { useFormat } from '../../format/use-format';
import { StateBadge } from '../../ui/badge';
import type { Column } from '../../ui/data-table';
import { DeleteIcon } from '../../ui/delete-button';
import { PagedTable } from '../../ui/paged-table';
import { Panel } from '../../ui/panel';
import { useRoleTexts } from '../../ui/role.texts';
import { SearchField } from '../../ui/search-field';
import { UserAvatar } from '../../ui/user-avatar';
import { UserForm } from './user-form';
import { PER_PAGE, USERS, deleteUser, usersQuery } from './users.queries';
import type { UserSearch } from './user-search';
import { useUserTexts } from './users.texts';

interface UserListProps {
  search: UserSearch;
  onChange: (changes: UserSearch) => void;
}

export function UserList({ search, onChange }: UserListProps) {
  const t = useUserTexts();
  const [edited, setEdited] = useState<User | null>(null);
  const columns = useUserColumns();
  return (
    <Panel>
      <Filters search={search} onChange={onChange} />
      <PagedTable
        label={t('users')}
        query={useQuery(usersQuery(search))}
        page={search.page}
        limit={PER_PAGE}
        none={t('noneFound')}
        icon={mdiAccountSearchOutline}
        columns={columns}
        onOpen={setEdited}
        onPage={(page) => onChange({ page })}
      />
      {edited && <UserForm user={edited} onClose={() => setEdited(null)} />}
    </Panel>
  );
}

function Filters({ search, onChange }: UserListProps) {
  const t = useUserTexts();
  const roles = useRoleTexts();
  return (
    <Group gap="sm" mb="md">
      <SearchField
        label={t('search')}
        maxLength={254}
        text={search.search ?? ''}
        onChange={(text) => onChange({ search: text || undefined })}
      />
      <Select
        aria-label={t('role')}
        placeholder={t('everyRole')}
        data={ROLES.map((value) => ({ value, label: roles(value) }))}
        value={search.role ?? null}
        clearable
        onChange={(value) => onChange({ role: ROLES.find((role) => role === value) })}
      />
    </Group>
  );
}

function useUserColumns(): Column<User>[] {
  const t = useUserTexts();
  const roles = useRoleTexts();
  const { dateTime, date } = useFormat();
  const { id: ownId } = useAccount();
  return [
    {
      key: 'username',
      title: t('username'),
      render: (user) => (
        <Group gap="sm" component="span" wrap="nowrap">
          <UserAvatar user={user} size={28} />
          <span>{user.username}</span>
          {user.id === ownId && <StateBadge tone="info">{t('you')}</StateBadge>}
        </Group>
      ),
    },
    { key: 'email', title: t('email'), render: ({ email }) => email },
    { key: 'role', title: t('role'), render: ({ role }) => roles(role) },
    {
      key: 'lastLogin',
      title: t('lastLogin'),
      render: ({ lastLoginAt }) => (lastLoginAt ? dateTime(lastLoginAt) : t('never')),
    },
    { key: 'createdAt', title: t('createdAt'), render: ({ createdAt }) => date(createdAt) },
    {
      key: 'actions',
      title: t('actions'),
      align: 'right',
      render: (user) => user.id !== ownId && <DeleteUser user={user} />,
    },
  ];
}

function DeleteUser({ user: { id, username } }: { user: User }) {
  const t = useUserTexts();
  return (
    <DeleteIcon
      label={t('deleteUser', { name: username })}
      title={t('deleteUserTitle')}
      remove={() => deleteUser(id)}
      changes={[USERS]}
    >
      {t('deleteUserHint', { name: username })}
    </DeleteIcon>
  );
}
