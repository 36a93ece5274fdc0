import { useQuery } from '@tanstack/react-query';
import { areasQuery } from '../../../api/areas';
import { usePlatform } from '../../../api/platform';
import { dateIn, moved } from '../../../format/calendar-period';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { useNowMs } from '../../../ui/use-now';
import type { WidgetView } from '../../../ui/widget/widget-views';
import { heatMapQuery, type HeatMapChoice } from './analysis.queries';
import { useAnalysisTexts } from './analysis.texts';
import { HeatMapChart } from './heat-map-chart';

const DAYS = 30;

/** The electricity of each hour of the last 30 days, of the area `areaId` or of the whole site. */
export const HeatMapWidget: WidgetView = ({ options: { areaId } }) => {
  const t = useAnalysisTexts();
  const areas = useQuery(areasQuery);
  const timezone = usePlatform()?.timezone;
  const tomorrow = moved('day', dateIn(timezone, new Date(useNowMs())), 1);
  return (
    <QueryState query={areas} height={160}>
      {(site) => {
        const area = site.areas.find(({ id }) => areaId === undefined || id === areaId);
        if (!area) return <EmptyState title={t('noArea')} />;
        const span = { from: moved('day', tomorrow, -DAYS), to: tomorrow };
        return (
          <HeatMapOf
            choice={{
              areaId: areaId === undefined ? undefined : area.id,
              energyType: 'electricity',
              ...span,
            }}
          />
        );
      }}
    </QueryState>
  );
};

function HeatMapOf({ choice }: { choice: HeatMapChoice }) {
  return (
    <QueryState query={useQuery(heatMapQuery(choice))} height={160}>
      {(heatMap) => <HeatMapChart heatMap={heatMap} unit="kWh" />}
    </QueryState>
  );
}
