import { useState } from 'react';
import { Code, TextInput, VisuallyHidden } from '@mantine/core';
import { mdiCheck, mdiMagnify, mdiMinus } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { ROLES, type Role } from '../../api/account';
import { type Column, DataTable } from '../../ui/data-table';
import { Icon } from '../../ui/icon';
import { Paging } from '../../ui/paging';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { useRoleTexts } from '../../ui/role.texts';
import { PER_PAGE, type Permission, permissionsQuery } from './users.queries';
import { useUserTexts } from './users.texts';

/** Lists the routes that each role may call. The API checks by the same table. */
export function PermissionTable() {
  const t = useUserTexts();
  const [filter, setFilter] = useState('');
  const [page, setPage] = useState(1);
  const columns = usePermissionColumns();
  return (
    <Panel>
      <TextInput
        mb="md"
        maw={320}
        aria-label={t('filter')}
        placeholder={t('filter')}
        leftSection={<Icon path={mdiMagnify} />}
        value={filter}
        onChange={({ currentTarget }) => {
          setFilter(currentTarget.value);
          setPage(1);
        }}
      />
      <QueryState query={useQuery(permissionsQuery)} height={420}>
        {(permissions) => {
          const found = permissions.filter(({ path }) => path.includes(filter.trim()));
          return (
            <>
              <DataTable
                label={t('permissions')}
                items={found.slice((page - 1) * PER_PAGE, page * PER_PAGE)}
                keyOf={({ method, path }) => `${method} ${path}`}
                columns={columns}
              />
              <Paging page={page} limit={PER_PAGE} total={found.length} totalIsExact onChange={setPage} />
            </>
          );
        }}
      </QueryState>
    </Panel>
  );
}

/** Returns whether a role may call the route, or a description of the callers that may. */
function accessOf({ access }: Permission, role: Role): boolean | Exclude<Permission['access'], Role> {
  const lowest = ROLES.findIndex((known) => known === access);
  if (lowest >= 0) return ROLES.indexOf(role) >= lowest;
  if (access === 'public') return true;
  return access === 'self or admin' && role === 'admin' ? true : (access as Exclude<typeof access, Role>);
}

function usePermissionColumns(): Column<Permission>[] {
  const t = useUserTexts();
  const roles = useRoleTexts();
  return [
    {
      key: 'path',
      title: t('path'),
      render: ({ method, path }) => (
        <Code>
          {method} {path}
        </Code>
      ),
    },
    ...ROLES.map((role) => ({
      key: role,
      title: roles(role),
      render: (permission: Permission) => {
        const access = accessOf(permission, role);
        return typeof access === 'string' ? t(access) : <Mark isAllowed={access} />;
      },
    })),
    { key: 'apiKeys', title: t('apiKeys'), render: ({ apiKeys }) => <Mark isAllowed={apiKeys} /> },
  ];
}

function Mark({ isAllowed }: { isAllowed: boolean }) {
  const t = useUserTexts();
  return (
    <>
      <Icon
        path={isAllowed ? mdiCheck : mdiMinus}
        size={18}
        color={isAllowed ? 'var(--mantine-color-teal-6)' : 'var(--mantine-color-dimmed)'}
      />
      <VisuallyHidden>{t(isAllowed ? 'allowed' : 'notAllowed')}</VisuallyHidden>
    </>
  );
}
