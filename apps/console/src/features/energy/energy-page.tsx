import { Grid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { inTreeOrder } from '../../api/area-tree';
import { type Area, areasQuery, updateAreas } from '../../api/areas';
import { ENERGY_TYPES, type EnergyType } from '../../api/energy-types';
import { usePlatform } from '../../api/platform';
import { refetchSoon, useStream } from '../../api/use-stream';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { SetUpButton } from '../../ui/set-up-button';
import { EmptyState } from '../../ui/states';
import { AreaBalance } from './area-balance';
import { AreaList } from './area-list';
import { dateIn, spanOf } from '../../format/calendar-period';
import { useEnergyTypeTexts } from '../../ui/energy-type.texts';
import { EnergyControls } from './energy-controls';
import { EnergyFigures } from './energy-figures';
import { EnergyHistory } from './energy-history';
import type { EnergySearch } from './energy-search';
import { useEnergyTexts } from './energy.texts';
import { INTERVALS } from './energy.queries';
import { ExportButton } from './export-button';
import { ImportButton } from './imports/import-button';
import { RatedSummary } from './rated-summary';

const route = getRouteApi('/shell/energy');
const FIGURES = [
  '/api/energy/details',
  '/api/energy/costs',
  '/api/energy/emissions',
  '/api/energy/stats',
  '/api/energy/balance',
];

/** The energy, the costs and the emissions of an area in a period. */
export function EnergyPage() {
  const t = useEnergyTexts();
  const areas = useQuery(areasQuery);
  useStream({
    energy_update: (event) => {
      updateAreas(event);
      for (const path of FIGURES) refetchSoon([path]);
    },
  });
  return (
    <QueryState query={areas} height={600}>
      {({ areas: all }) =>
        all.length === 0 ? (
          <>
            <PageHeader title={t('title')} />
            <EmptyState title={t('noAreas')} action={<SetUpButton to="/energy/areas" title={t('setUp')} />} />
          </>
        ) : (
          <EnergyOfArea areas={all} readAtMs={areas.dataUpdatedAt} />
        )
      }
    </QueryState>
  );
}

interface EnergyOfAreaProps {
  areas: readonly Area[];
  /** The time at which the areas were last read or updated, at most about a minute ago. */
  readAtMs: number;
}

function EnergyOfArea({ areas, readAtMs }: EnergyOfAreaProps) {
  const t = useEnergyTexts();
  const typeText = useEnergyTypeTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isOperator = useHasRole('operator');
  const isEngineer = useHasRole('engineer');
  const today = dateIn(usePlatform()?.timezone, new Date(readAtMs));
  const placed = inTreeOrder(areas);
  const area = areas.find(({ id }) => id === search.area) ?? placed[0]?.area;
  const { unit = 'day', date = today, type: energyType = 'electricity', metric = 'energy' } = search;
  const show = (changes: Partial<EnergySearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) });
  if (!area) return null;
  const choice = { areaId: area.id, energyType, metric, interval: INTERVALS[unit], ...spanOf(unit, date) };
  return (
    <>
      <PageHeader
        title={t('title')}
        description={area.name}
        actions={
          <>
            <SetUpButton to="/energy/areas" title={t('setUp')} />
            {isEngineer && <ImportButton areas={areas} />}
            {isOperator && <ExportButton choice={choice} />}
          </>
        }
      />
      <Grid gutter="md">
        <Grid.Col span={{ base: 12, lg: 3 }}>
          <AreaList placed={placed} selected={area.id} onSelect={(id) => show({ area: id })} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 9 }}>
          <Stack gap="md">
            <Panel>
              <EnergyControls
                search={{ unit, date, type: energyType, metric }}
                today={today}
                types={typesOf(areas)}
                onChange={show}
              />
            </Panel>
            {hasMeter(areas, area.id, energyType) ? (
              <>
                {metric === 'energy' ? (
                  <EnergyFigures choice={choice} unit={unit} today={today} />
                ) : (
                  <RatedSummary choice={choice} unit={unit} />
                )}
                <EnergyHistory choice={choice} unit={unit} />
                {metric === 'energy' && hasBalance(areas, area, energyType) && (
                  <AreaBalance choice={choice} unit={unit} />
                )}
              </>
            ) : (
              <Panel>
                <EmptyState
                  title={t('noMeters', { area: area.name, type: typeText(energyType) })}
                  action={<SetUpButton to="/energy/areas" title={t('setUp')} />}
                />
              </Panel>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

/** Whether the area, or an area inside it, has a meter of this energy type. */
function hasMeter(areas: readonly Area[], areaId: number, type: EnergyType): boolean {
  return areas.some(
    ({ id, parentId, meters }) =>
      (id === areaId && meters.some(({ energyType }) => energyType === type)) ||
      (parentId === areaId && hasMeter(areas, id, type)),
  );
}

/** Whether the area and an area inside it have meters of this energy type. */
function hasBalance(areas: readonly Area[], { id, meters }: Area, type: EnergyType): boolean {
  return (
    meters.some(({ energyType }) => energyType === type) &&
    areas.some((area) => area.parentId === id && hasMeter(areas, area.id, type))
  );
}

/** The energy types that any meter measures, in their usual order. */
function typesOf(areas: readonly Area[]): EnergyType[] {
  const measured = new Set(areas.flatMap(({ meters }) => meters.map(({ energyType }) => energyType)));
  return ENERGY_TYPES.filter((type) => measured.has(type) || type === 'electricity');
}
