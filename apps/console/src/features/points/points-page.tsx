import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { useFormat } from '../../format/use-format';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { AddPointsButton } from './add/add-points-button';
import { OverrideList } from './override-list';
import { PointDetails } from './point-details';
import { PointList } from './point-list';
import { type PointSearch, VIEWS, type View } from './point-search';
import { overridesQuery } from './points.queries';
import { usePointTexts } from './points.texts';
import { WriteList } from './write-list';

const route = getRouteApi('/shell/points');

/** The points with their live values, the overrides in force, and the newest writes. */
export function PointsPage() {
  const t = usePointTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isOperator = useHasRole('operator');
  const isEngineer = useHasRole('engineer');
  const { view = 'points', page } = search;
  const show = (changes: Partial<PointSearch>, replace = false) =>
    void navigate({ search: { ...search, page: undefined, ...changes }, replace });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <ViewChoice view={view} isOperator={isOperator} onChange={(wanted) => show({ view: wanted })} />
            {isEngineer && <AddPointsButton objectId={search.object} />}
          </>
        }
      />
      <Panel>
        {view === 'points' && <PointList search={search} onChange={show} />}
        {view === 'overrides' && <OverrideList />}
        {view === 'writes' && isOperator && (
          <WriteList page={page ?? 1} onPage={(wanted) => show({ page: wanted })} />
        )}
      </Panel>
      <PointDetails id={search.point} onClose={() => show({ page, point: undefined })} />
    </>
  );
}

interface ViewChoiceProps {
  view: View;
  isOperator: boolean;
  onChange: (view: View | undefined) => void;
}

function ViewChoice({ view, isOperator, onChange }: ViewChoiceProps) {
  const t = usePointTexts();
  const { number } = useFormat();
  const overrides = useQuery(overridesQuery).data?.total ?? 0;
  const data = VIEWS.filter((value) => value !== 'writes' || isOperator).map((value) => ({
    value,
    label: value === 'overrides' && overrides > 0 ? `${t(value)} (${number(overrides)})` : t(value),
  }));
  return (
    <SegmentedControl
      aria-label={t('view')}
      data={data}
      value={view}
      onChange={(value) => onChange(VIEWS.find((known) => known === value && known !== 'points'))}
    />
  );
}
