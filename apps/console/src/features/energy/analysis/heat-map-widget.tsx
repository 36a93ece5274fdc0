import { useQuery } from '@tanstack/react-query';
import { areasQuery } from '../../../api/areas';
import { usePlatform } from '../../../api/platform';
import { dateIn, moved } from '../../../format/calendar-period';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { useNowMs } from '../../../ui/use-now';
import type { WidgetView } from '../../../ui/widget/widget-views';
import { chosenArea } from '../energy-areas';
import { heatMapQuery, type ProfileChoice } from './analysis.queries';
import { useAnalysisTexts } from './analysis.texts';
import { HeatMapChart } from './heat-map-chart';

const DAYS = 30;

/** The electricity of each hour of the last 30 days, of the area `areaId` or of the first area. */
export const HeatMapWidget: WidgetView = ({ options: { areaId } }) => {
  const t = useAnalysisTexts();
  const areas = useQuery(areasQuery);
  const timezone = usePlatform()?.timezone;
  const tomorrow = moved('day', dateIn(timezone, new Date(useNowMs())), 1);
  return (
    <QueryState query={areas} height={160}>
      {(site) => {
        const area =
          areaId === undefined
            ? chosenArea(site.areas, undefined)
            : site.areas.find(({ id }) => id === areaId);
        if (!area) return <EmptyState title={t('noArea')} />;
        const span = { from: moved('day', tomorrow, -DAYS), to: tomorrow };
        return <HeatMapOf choice={{ areaId: area.id, energyType: 'electricity', ...span }} />;
      }}
    </QueryState>
  );
};

function HeatMapOf({ choice }: { choice: ProfileChoice }) {
  return (
    <QueryState query={useQuery(heatMapQuery(choice))} height={160}>
      {(heatMap) => <HeatMapChart heatMap={heatMap} unit="kWh" />}
    </QueryState>
  );
}
