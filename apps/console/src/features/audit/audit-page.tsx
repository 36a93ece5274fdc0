import { useState } from 'react';
import { Group, Select, Text } from '@mantine/core';
import { mdiHistory } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '../../format/use-format';
import type { Column } from '../../ui/data-table';
import { DateRange } from '../../ui/date-range';
import { Filters } from '../../ui/filters';
import { PageHeader } from '../../ui/page-header';
import { PagedTable } from '../../ui/paged-table';
import { Panel } from '../../ui/panel';
import { SearchField } from '../../ui/search-field';
import { AuditDetails } from './audit-details';
import { type AuditEntry, ENTRIES_PER_PAGE, auditQuery, peopleQuery } from './audit.queries';
import type { AuditSearch } from './audit-search';
import { useAuditTexts } from './audit.texts';
import { TargetLink } from './target-link';
import { useActionText } from './use-action-text';
import { useEntryActor } from './use-entry-actor';

const route = getRouteApi('/shell/audit');

/** The entries of the audit log with filters, and the values of one of them. */
export function AuditPage() {
  const t = useAuditTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const columns = useAuditColumns();
  const show = (changes: AuditSearch) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...changes }),
      replace: 'action' in changes,
    });
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Panel>
        <AuditFilters search={search} onChange={show} />
        <PagedTable
          label={t('title')}
          query={useQuery(auditQuery(search))}
          page={search.page}
          limit={ENTRIES_PER_PAGE}
          none={t('none')}
          icon={mdiHistory}
          columns={columns}
          onOpen={setShown}
          onPage={(page) => show({ page })}
        />
      </Panel>
      <AuditDetails entry={shown} onClose={() => setShown(null)} />
    </>
  );
}

interface FiltersProps {
  search: AuditSearch;
  onChange: (changes: AuditSearch) => void;
}

function AuditFilters({ search, onChange }: FiltersProps) {
  const t = useAuditTexts();
  const { data: people = [] } = useQuery(peopleQuery);
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <Filters values={[search.user, search.action, search.from ?? search.last]}>
        <Select
          label={t('user')}
          placeholder={t('everyUser')}
          data={people.map(({ id, username }) => ({ value: String(id), label: username }))}
          searchable
          clearable
          value={search.user ? String(search.user) : null}
          onChange={(id) => onChange({ user: id ? Number(id) : undefined })}
        />
        <SearchField
          label={t('action')}
          hint={t('actionHint')}
          maxLength={64}
          text={search.action ?? ''}
          onChange={(text) => onChange({ action: text || undefined })}
        />
        <DateRange labels={{ from: t('from'), last: t('to') }} span={search} onChange={onChange} />
      </Filters>
    </Group>
  );
}

function useAuditColumns(): Column<AuditEntry>[] {
  const t = useAuditTexts();
  const actorOf = useEntryActor();
  const actionText = useActionText();
  const { dateTime } = useFormat();
  return [
    {
      key: 'at',
      title: t('at'),
      render: ({ at }) => dateTime(at, 'medium'),
    },
    { key: 'user', title: t('user'), render: actorOf },
    {
      key: 'action',
      title: t('action'),
      render: ({ action }) => {
        const text = actionText(action);
        return (
          // One element, because the cells of a phone place their elements side by side.
          <div>
            {text}
            {text !== action && <ActionCode action={action} />}
          </div>
        );
      },
    },
    { key: 'target', title: t('target'), render: (entry) => <TargetLink entry={entry} /> },
    { key: 'address', title: t('address'), render: ({ address }) => address ?? '–' },
  ];
}

/** The code of an action. It is shown because the filter expects it. */
function ActionCode({ action }: { action: string }) {
  return (
    <Text size="xs" c="dimmed" ff="monospace">
      {action}
    </Text>
  );
}
