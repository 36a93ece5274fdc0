import { useState } from 'react';
import { Button, SegmentedControl } from '@mantine/core';
import { mdiPlus } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { useFormat } from '../../format/use-format';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { overridesQuery } from '../../ui/point-command/point-command.queries';
import { SetUpButton } from '../../ui/set-up-button';
import { AddPointsButton } from './add/add-points-button';
import { OverrideList } from './override-list';
import { PointDetails } from './point-details';
import { NewPoint } from './point-form';
import { PointList } from './point-list';
import { type PointSearch, VIEWS, type View } from './point-search';
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
  const [isAdding, setAdding] = useState(false);
  const { view = 'points', page } = search;
  const show = (changes: Partial<PointSearch>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changes }), replace });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <ViewChoice view={view} isOperator={isOperator} onChange={(wanted) => show({ view: wanted })} />
            <SetUpButton to="/points/objects" title={t('objects')} />
            {isEngineer && (
              <>
                <Button
                  variant="default"
                  leftSection={<Icon path={mdiPlus} />}
                  onClick={() => setAdding(true)}
                >
                  {t('newPoint')}
                </Button>
                <AddPointsButton objectId={search.object} />
              </>
            )}
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
      {isAdding && (
        <NewPoint
          objectId={search.object}
          onCreated={({ id }) => show({ view: undefined, point: id })}
          onClose={() => setAdding(false)}
        />
      )}
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
