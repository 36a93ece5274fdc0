import { Button } from '@mantine/core';
import { mdiTrendingDown } from '@mdi/js';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Area } from '../../../api/areas';
import { type CalendarDate, moved, spanOf } from '../../../format/calendar-period';
import { Icon } from '../../../ui/icon';
import { PageHeader } from '../../../ui/page-header';
import { AreaFrame, chosenArea, EnergyAreas, typesOf } from '../energy-areas';
import { EnergyControls } from '../energy-controls';
import type { EnergySearch } from '../energy-search';
import { useEnergyTexts } from '../energy.texts';
import { NewestBaseline } from '../savings/newest-baseline';
import { useAnalysisTexts } from './analysis.texts';
import { ChangePanel } from './change-panel';
import { DegreeDaysPanel } from './degree-days-panel';
import { DemandPanel } from './demand-panel';
import { DurationPanel } from './duration-panel';
import { FlowPanel } from './flow-panel';
import { HeatMapPanel } from './heat-map-panel';
import { TypicalDaysPanel } from './typical-days-panel';

const route = getRouteApi('/shell/energy/analysis');
const UNITS = ['month', 'year'] as const;

/** How the energy of an area depends on the hours of a month or a year and on the temperature, and its highest demand. */
export function AnalysisPage() {
  const t = useAnalysisTexts();
  return (
    <EnergyAreas title={t('title')}>
      {(areas, today) => <AnalysisOfArea areas={areas} today={today} />}
    </EnergyAreas>
  );
}

interface AnalysisOfAreaProps {
  areas: readonly Area[];
  today: CalendarDate;
}

function AnalysisOfArea({ areas, today }: AnalysisOfAreaProps) {
  const t = useAnalysisTexts();
  const energyText = useEnergyTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const area = chosenArea(areas, search.area);
  const { date = today, type: energyType = 'electricity' } = search;
  const unit = UNITS.find((known) => known === search.unit) ?? 'year';
  const show = (changes: Partial<EnergySearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) });
  if (!area) return null;
  const { from, to } = spanOf(unit, date);
  const tomorrow = moved('day', today, 1);
  const choice = { areaId: area.id, energyType, from, to: to < tomorrow ? to : tomorrow };
  return (
    <>
      <PageHeader
        title={t('title')}
        description={area.name}
        actions={
          <Button
            variant="default"
            leftSection={<Icon path={mdiTrendingDown} />}
            renderRoot={(props) => <Link to="/energy/savings" {...props} />}
          >
            {energyText('savings')}
          </Button>
        }
      />
      <AreaFrame
        areas={areas}
        area={area}
        energyType={energyType}
        onSelect={(id) => show({ area: id })}
        controls={
          <EnergyControls
            search={{ unit, date, type: energyType }}
            units={UNITS}
            today={today}
            types={typesOf(areas)}
            onChange={show}
          />
        }
      >
        <HeatMapPanel choice={choice} />
        <FlowPanel areas={areas} choice={choice} />
        <ChangePanel areas={areas} choice={choice} />
        <DurationPanel choice={choice} />
        <TypicalDaysPanel choice={choice} />
        <DemandPanel choice={choice} interval={unit === 'year' ? 'month' : 'day'} />
        <DegreeDaysPanel choice={choice} interval={unit === 'year' ? 'month' : 'day'} />
        <NewestBaseline choice={choice} today={today} />
      </AreaFrame>
    </>
  );
}
