import { useState } from 'react';
import { Button, SegmentedControl } from '@mantine/core';
import { mdiPlus } from '@mdi/js';
import { getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { refetchSoon, useStream } from '../../api/use-stream';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { PlanDetails } from './plan-details';
import { PlanForm } from './plan-form';
import { PlanList } from './plan-list';
import { VIEWS, type ReportSearch } from './report-search';
import { PLANS } from './reports.queries';
import { useReportTexts } from './reports.texts';
import { TemplateForm } from './template-form';
import { TemplateList } from './template-list';

const route = getRouteApi('/shell/reports');

/** The plans with their runs, which follow the event stream, and the templates with their previews. */
export function ReportsPage() {
  const t = useReportTexts();
  const { view = 'plans', plan } = route.useSearch();
  const navigate = route.useNavigate();
  const isEngineer = useHasRole('engineer');
  const [isCreating, setIsCreating] = useState(false);
  const show = (search: ReportSearch) => void navigate({ search });
  const close = () => setIsCreating(false);
  useStream({ report_update: () => refetchSoon(PLANS) });
  const create = (
    <Button leftSection={<Icon path={mdiPlus} />} onClick={() => setIsCreating(true)}>
      {t(view === 'plans' ? 'newPlan' : 'newTemplate')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={isEngineer && create} />
      <SegmentedControl
        mb="md"
        aria-label={t('view')}
        data={VIEWS.map((value) => ({ value, label: t(value) }))}
        value={view}
        onChange={(value) => show({ view: VIEWS.find((known) => known === value) })}
      />
      {view === 'plans' ? <PlanList onOpen={(id) => show({ plan: id })} /> : <TemplateList />}
      <PlanDetails id={plan} onClose={() => show({})} />
      {isCreating && view === 'plans' && <PlanForm onClose={close} />}
      {isCreating && view === 'templates' && <TemplateForm onClose={close} />}
    </>
  );
}
