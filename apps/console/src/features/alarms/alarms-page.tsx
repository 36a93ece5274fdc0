import { useState } from 'react';
import { mdiCheckCircleOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '../../ui/page-header';
import { PagedList } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { AcknowledgeDialog } from './acknowledge-dialog';
import { AlarmDetails } from './alarm-details';
import { AlarmFilters } from './alarm-filters';
import { AlarmList } from './alarm-list';
import type { AlarmSearch } from './alarm-search';
import { ALARMS_PER_PAGE, alarmsQuery } from './alarms.queries';
import { useAlarmTexts } from './alarms.texts';

const route = getRouteApi('/shell/alarms');

/** The alarms, and the details of one of them. The shell refetches both when the event stream reports a change. */
export function AlarmsPage() {
  const t = useAlarmTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const alarms = useQuery(alarmsQuery(search));
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  /** The alarms that the dialog acknowledges. The list may change or become empty while the user types a note. */
  const [asked, setAsked] = useState<readonly number[] | null>(null);
  const stay = (changes: Partial<AlarmSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) });
  const show = (changes: Partial<AlarmSearch>) => stay({ page: undefined, ...changes });
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Panel>
        <AlarmFilters search={search} onChange={show} />
        <PagedList
          query={alarms}
          page={search.page}
          limit={ALARMS_PER_PAGE}
          empty={<EmptyState title={t(`none.${search.status ?? 'active'}`)} icon={mdiCheckCircleOutline} />}
          onPage={(page) => show({ page })}
        >
          {(items) => (
            <AlarmList
              alarms={items}
              marked={marked}
              onMark={setMarked}
              onAcknowledge={setAsked}
              onOpen={({ id }) => stay({ alarm: id })}
            />
          )}
        </PagedList>
      </Panel>
      <AlarmDetails id={search.alarm} onClose={() => stay({ alarm: undefined })} />
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

/** Returns the marks without the acknowledged alarms. Failed alarms and alarms of other pages stay marked. */
function withoutDone(
  marked: ReadonlySet<number>,
  sent: readonly number[],
  failed: readonly number[],
): ReadonlySet<number> {
  return new Set([...marked].filter((id) => !sent.includes(id) || failed.includes(id)));
}
