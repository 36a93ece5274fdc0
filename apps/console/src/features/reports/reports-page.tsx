import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { refetchSoon, useStream } from '../../api/use-stream';
import { CreateButton } from '../../ui/form-button';
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
  const show = (search: ReportSearch) => void navigate({ search });
  useStream({ report_update: () => refetchSoon(PLANS) });
  const create = (
    <CreateButton title={t(view === 'plans' ? 'newPlan' : 'newTemplate')}>
      {(close) => (view === 'plans' ? <PlanForm onClose={close} /> : <TemplateForm onClose={close} />)}
    </CreateButton>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={create} />
      <SegmentedControl
        mb="md"
        aria-label={t('view')}
        data={VIEWS.map((value) => ({ value, label: t(value) }))}
        value={view}
        onChange={(value) => show({ view: VIEWS.find((known) => known === value) })}
      />
      {view === 'plans' ? <PlanList onOpen={(id) => show({ plan: id })} /> : <TemplateList />}
      <PlanDetails id={plan} onClose={() => show({})} />
    </>
  );
}
