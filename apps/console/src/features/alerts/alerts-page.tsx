import { useState } from 'react';
import { mdiCheckCircleOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '../../ui/page-header';
import { PagedList } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { AcknowledgeDialog } from './acknowledge-dialog';
import { AlertDetails } from './alert-details';
import { AlertFilters } from './alert-filters';
import { AlertList } from './alert-list';
import type { AlertSearch } from './alert-search';
import { ALERTS_PER_PAGE, alertsQuery } from './alerts.queries';
import { useAlertTexts } from './alerts.texts';

const route = getRouteApi('/shell/alerts');

/** The alerts, and the details of one of them. The shell refetches both when the event stream reports a change. */
export function AlertsPage() {
  const t = useAlertTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const alerts = useQuery(alertsQuery(search));
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  /** The alerts that the dialog acknowledges. The list may change or become empty while the user types a note. */
  const [asked, setAsked] = useState<readonly number[] | null>(null);
  const stay = (changes: Partial<AlertSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) });
  const show = (changes: Partial<AlertSearch>) => stay({ page: undefined, ...changes });
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Panel>
        <AlertFilters search={search} onChange={show} />
        <PagedList
          query={alerts}
          page={search.page}
          limit={ALERTS_PER_PAGE}
          empty={<EmptyState title={t(`none.${search.status ?? 'active'}`)} icon={mdiCheckCircleOutline} />}
          onPage={(page) => show({ page })}
        >
          {(items) => (
            <AlertList
              alerts={items}
              marked={marked}
              onMark={setMarked}
              onAcknowledge={setAsked}
              onOpen={({ id }) => stay({ alert: id })}
            />
          )}
        </PagedList>
      </Panel>
      <AlertDetails id={search.alert} onClose={() => stay({ alert: undefined })} />
      {asked && (
        <AcknowledgeDialog
          ids={asked}
          onDone={(failed) => setMarked((before) => withoutDone(before, asked, failed))}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** Returns the marks without the acknowledged alerts. Failed alerts and alerts of other pages stay marked. */
function withoutDone(
  marked: ReadonlySet<number>,
  sent: readonly number[],
  failed: readonly number[],
): ReadonlySet<number> {
  return new Set([...marked].filter((id) => !sent.includes(id) || failed.includes(id)));
}
