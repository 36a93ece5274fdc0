import { useState } from 'react';
import { Button, Switch } from '@mantine/core';
import { mdiEmailFastOutline, mdiPlus } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Column } from '../../ui/data-table';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { PagedTable } from '../../ui/paged-table';
import { Panel } from '../../ui/panel';
import { SecretDialog } from '../../ui/secret-dialog';
import { SeverityBadge } from '../../ui/severity-badge';
import { useAction } from '../../ui/use-action';
import { NewNotificationRule } from './notification-form';
import { NotificationDetails } from './notification-details';
import { shownSecrets } from './notification-fields';
import {
  changeNotificationRule,
  NOTIFICATIONS,
  type NotificationRule,
  notificationRulesQuery,
  PER_PAGE,
} from './notifications.queries';
import type { NotificationSearch } from './notification-search';
import { useNotificationTexts } from './notifications.texts';
import { recipientsOf } from './recipients-text';

const route = getRouteApi('/shell/notifications');

/** The rules that notify people and other systems of alerts. */
export function NotificationsPage() {
  const t = useNotificationTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useColumns();
  const [created, setCreated] = useState<NotificationRule | null>(null);
  const show = (changes: Partial<NotificationSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) });
  const { page = 1 } = search;
  const create = (
    <Button leftSection={<Icon path={mdiPlus} />} onClick={() => show({ create: true })}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={create} />
      <Panel>
        <PagedTable
          label={t('title')}
          query={useQuery(notificationRulesQuery(page))}
          page={page}
          limit={PER_PAGE}
          none={t('none')}
          icon={mdiEmailFastOutline}
          columns={columns}
          onOpen={({ id }) => show({ rule: id })}
          onPage={(next) => show({ page: next })}
        />
      </Panel>
      <NotificationDetails id={search.rule} onSaved={setCreated} onClose={() => show({ rule: undefined })} />
      <NewNotificationRule
        isOpen={search.create === true}
        onCreated={(rule) => {
          setCreated(rule);
          show({ create: undefined });
        }}
        onClose={() => show({ create: undefined })}
      />
      {created && shownSecrets(created).length > 0 && (
        <SecretDialog
          title={t('secretTitle')}
          hint={t('secretHint')}
          secrets={shownSecrets(created).map(({ url, secret }) => ({ value: secret, label: url }))}
          onClose={() => setCreated(null)}
        />
      )}
    </>
  );
}

function useColumns(): Column<NotificationRule>[] {
  const t = useNotificationTexts();
  return [
    { key: 'name', title: t('rule'), render: ({ name }) => name },
    {
      key: 'severity',
      title: t('minSeverity'),
      render: ({ minSeverity }) => <SeverityBadge severity={minSeverity} />,
    },
    { key: 'kind', title: t('channel'), render: ({ channel }) => t(`kind.${channel.kind}`) },
    { key: 'recipients', title: t('recipients'), render: ({ channel }) => recipientsOf(channel, t) },
    {
      key: 'escalation',
      title: t('escalation'),
      align: 'right',
      render: ({ escalation }) => (escalation.length === 0 ? t('noEscalation') : escalation.length),
    },
    { key: 'enabled', title: t('state'), render: (rule) => <Enabled rule={rule} /> },
  ];
}

function Enabled({ rule: { id, name, enabled } }: { rule: NotificationRule }) {
  const t = useNotificationTexts();
  const change = useAction((isEnabled: boolean) => changeNotificationRule(id, { enabled: isEnabled }), {
    done: t(enabled ? 'done.disable' : 'done.enable'),
    changes: [NOTIFICATIONS],
  });
  return (
    <Switch
      // A click on the row opens the rule. The switch is in front of the row, so that it gets its own clicks.
      style={{ position: 'relative', zIndex: 1, display: 'inline-block' }}
      aria-label={t('enable', { name })}
      checked={change.isPending ? change.variables : enabled}
      disabled={change.isPending}
      onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
    />
  );
}
