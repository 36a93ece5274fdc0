import { useQuery } from '@tanstack/react-query';
import { areasQuery } from '../../../api/areas';
import { ENERGY_TYPES } from '../../../api/energy-types';
import { usePlatform } from '../../../api/platform';
import { dateIn, moved, spanOf } from '../../../format/calendar-period';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { useNowMs } from '../../../ui/use-now';
import type { WidgetView } from '../../../ui/widget/widget-views';
import { chosenArea } from '../energy-areas';
import { NewestBaseline } from '../savings/newest-baseline';
import { Ranking } from '../targets/benchmarks-panel';
import { ProvideWidgetBox } from '../view-panel';
import { useAnalysisTexts } from './analysis.texts';
import { ChangePanel } from './change-panel';
import { DegreeDaysPanel } from './degree-days-panel';
import { DurationPanel } from './duration-panel';
import { FlowPanel } from './flow-panel';
import { HeatMapPanel } from './heat-map-panel';
import { TypicalDaysPanel } from './typical-days-panel';

const DAYS = 30;

/**
 * A picture of the energy of the area `areaId`, of the last 30 days or of this year. By default it shows the whole site,
 * or its first area if the picture is of one area.
 */
export const AnalysisWidget: WidgetView = ({ options: { areaId, picture, energyType } }) => {
  const t = useAnalysisTexts();
  const areas = useQuery(areasQuery);
  const today = dateIn(usePlatform()?.timezone, new Date(useNowMs()));
  const type = ENERGY_TYPES.find((known) => known === energyType) ?? 'electricity';
  const to = moved('day', today, 1);
  return (
    <QueryState query={areas} height={160}>
      {(site) => {
        const area =
          areaId === undefined
            ? chosenArea(site.areas, undefined)
            : site.areas.find(({ id }) => id === areaId);
        if (!area) return <EmptyState title={t('noArea')} />;
        const ofSite = { areaId: areaId === undefined ? undefined : area.id, energyType: type };
        const days = { ...ofSite, from: moved('day', to, -DAYS), to };
        const year = { areaId: area.id, energyType: type, from: spanOf('year', today).from, to };
        const pictures: Record<string, React.ReactNode> = {
          durationCurve: <DurationPanel choice={days} />,
          typicalDays: <TypicalDaysPanel choice={days} />,
          flow: <FlowPanel areas={site.areas} choice={year} />,
          change: <ChangePanel areas={site.areas} choice={year} />,
          degreeDays: <DegreeDaysPanel choice={year} interval="month" />,
          temperature: <NewestBaseline choice={year} today={today} picture="temperature" />,
          ranking: (
            <Ranking
              energyType={type}
              areaName={(id) => site.areas.find((one) => one.id === id)?.name ?? `#${id}`}
              today={today}
            />
          ),
          saving: <NewestBaseline choice={year} today={today} picture="saving" />,
        };
        const shown = pictures[String(picture)] ?? <HeatMapPanel choice={days} />;
        return <ProvideWidgetBox>{shown}</ProvideWidgetBox>;
      }}
    </QueryState>
  );
};
