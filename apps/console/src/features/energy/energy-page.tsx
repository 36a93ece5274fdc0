import { Button } from '@mantine/core';
import {
  mdiCashRemove,
  mdiChartBoxOutline,
  mdiFileDocumentOutline,
  mdiTarget,
  mdiTrendingDown,
} from '@mdi/js';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { type Area, updateAreas } from '../../api/areas';
import type { EnergyType } from '../../api/energy-types';
import { refetchSoon, useStream } from '../../api/use-stream';
import { type CalendarDate, spanOf } from '../../format/calendar-period';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { SetUpButton } from '../../ui/set-up-button';
import { AreaBalance } from './area-balance';
import { AreaFrame, chosenArea, EnergyAreas, hasMeter, typesOf } from './energy-areas';
import { EnergyControls } from './energy-controls';
import { EnergyFigures } from './energy-figures';
import { EnergyHistory } from './energy-history';
import type { EnergySearch } from './energy-search';
import { useEnergyTexts } from './energy.texts';
import { ENERGY_FIGURES, INTERVALS } from './energy.queries';
import { ExportButton } from './export-button';
import { ImportButton } from './imports/import-button';
import { RatedSummary } from './rated-summary';

const route = getRouteApi('/shell/energy');

/** The energy, the costs and the emissions of an area in a period. */
export function EnergyPage() {
  const t = useEnergyTexts();
  useStream({
    energy_update: (event) => {
      updateAreas(event);
      for (const path of ENERGY_FIGURES) refetchSoon([path]);
    },
  });
  return (
    <EnergyAreas title={t('title')}>
      {(areas, today) => <EnergyOfArea areas={areas} today={today} />}
    </EnergyAreas>
  );
}

interface EnergyOfAreaProps {
  areas: readonly Area[];
  today: CalendarDate;
}

function EnergyOfArea({ areas, today }: EnergyOfAreaProps) {
  const t = useEnergyTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isOperator = useHasRole('operator');
  const isEngineer = useHasRole('engineer');
  const area = chosenArea(areas, search.area);
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
            <Button
              variant="default"
              leftSection={<Icon path={mdiChartBoxOutline} />}
              renderRoot={(props) => <Link to="/energy/analysis" search={search} {...props} />}
            >
              {t('analysis')}
            </Button>
            <Button
              variant="default"
              leftSection={<Icon path={mdiTrendingDown} />}
              renderRoot={(props) => <Link to="/energy/savings" {...props} />}
            >
              {t('savings')}
            </Button>
            <Button
              variant="default"
              leftSection={<Icon path={mdiFileDocumentOutline} />}
              renderRoot={(props) => <Link to="/energy/bills" {...props} />}
            >
              {t('bills')}
            </Button>
            <Button
              variant="default"
              leftSection={<Icon path={mdiTarget} />}
              renderRoot={(props) => <Link to="/energy/targets" {...props} />}
            >
              {t('targets')}
            </Button>
            <Button
              variant="default"
              leftSection={<Icon path={mdiCashRemove} />}
              renderRoot={(props) => <Link to="/energy/losses" {...props} />}
            >
              {t('losses')}
            </Button>
            <SetUpButton to="/energy/areas" title={t('setUp')} />
            {isEngineer && <ImportButton areas={areas} />}
            {isOperator && <ExportButton choice={choice} />}
          </>
        }
      />
      <AreaFrame
        areas={areas}
        area={area}
        energyType={energyType}
        onSelect={(id) => show({ area: id })}
        controls={
          <EnergyControls
            search={{ unit, date, type: energyType, metric }}
            today={today}
            types={typesOf(areas)}
            onChange={show}
          />
        }
      >
        {metric === 'energy' ? (
          <EnergyFigures choice={choice} unit={unit} today={today} />
        ) : (
          <RatedSummary choice={choice} unit={unit} />
        )}
        <EnergyHistory choice={choice} unit={unit} />
        {metric === 'energy' && hasBalance(areas, area, energyType) && (
          <AreaBalance choice={choice} unit={unit} />
        )}
      </AreaFrame>
    </>
  );
}

/** Whether the area and an area inside it have meters of this energy type. */
function hasBalance(areas: readonly Area[], { id, meters }: Area, type: EnergyType): boolean {
  return (
    meters.some(({ energyType }) => energyType === type) &&
    areas.some((area) => area.parentId === id && hasMeter(areas, area.id, type))
  );
}
