import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { CreateButton } from '../../ui/form-button';
import { PageHeader } from '../../ui/page-header';
import { KeyForm } from './key-form';
import { KeyList } from './key-list';
import { PermissionTable } from './permission-table';
import { UserForm } from './user-form';
import { UserList } from './user-list';
import { type UserSearch, VIEWS } from './user-search';
import { useUserTexts } from './users.texts';

const route = getRouteApi('/shell/users');

/** The users, the API keys, and the table of permissions. */
export function UsersPage() {
  const t = useUserTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { view = 'users' } = search;
  const show = (changes: UserSearch) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...changes }),
      replace: 'search' in changes,
    });
  const create = (
    <CreateButton title={t(view === 'keys' ? 'newKey' : 'newUser')} lowestRole="admin">
      {(close) => (view === 'keys' ? <KeyForm onClose={close} /> : <UserForm onClose={close} />)}
    </CreateButton>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={view !== 'permissions' && create}
      />
      <SegmentedControl
        mb="md"
        aria-label={t('view')}
        data={VIEWS.map((value) => ({ value, label: t(value) }))}
        value={view}
        onChange={(value) => void navigate({ search: { view: VIEWS.find((known) => known === value) } })}
      />
      {view === 'users' && <UserList search={search} onChange={show} />}
      {view === 'keys' && <KeyList page={search.page ?? 1} onPage={(page) => show({ page })} />}
      {view === 'permissions' && <PermissionTable />}
    </>
  );
}
