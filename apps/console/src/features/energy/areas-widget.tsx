import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { inTreeOrder } from '../../api/area-tree';
import { areasQuery, updateAreas } from '../../api/areas';
import { useStream } from '../../api/use-stream';
import { useFormat } from '../../format/use-format';
import { QueryState } from '../../ui/query-state';
import { EmptyState } from '../../ui/states';
import type { WidgetView } from '../../ui/widget/widget-views';
import classes from './areas-widget.module.css';
import { useEnergyTexts } from './energy.texts';

/** The electricity of today by areas, as bars. An area that contains others is only their sum, so it is left out. */
export const AreasWidget: WidgetView = () => {
  const t = useEnergyTexts();
  const { quantity } = useFormat();
  useStream({ energy_update: updateAreas });
  return (
    <QueryState query={useQuery(areasQuery)} height={160}>
      {({ areas }) => {
        const parents = new Set(areas.map(({ parentId }) => parentId));
        const shown = inTreeOrder(areas).filter(({ area }) => !parents.has(area.id));
        const highest = Math.max(...shown.map(({ area }) => area.energyToday ?? 0), 1);
        if (shown.length === 0) return <EmptyState title={t('noAreas')} />;
        return (
          <ul className={classes.areas}>
            {shown.map(({ area: { id, name, energyToday } }) => (
              <li key={id} className={classes.area}>
                <span>{name}</span>
                <span className={classes.energy}>{quantity(energyToday, 'kWh', 0)}</span>
                <Progress
                  className={classes.bar}
                  value={((energyToday ?? 0) / highest) * 100}
                  aria-label={`${name}: ${quantity(energyToday, 'kWh', 0)}`}
                />
              </li>
            ))}
          </ul>
        );
      }}
    </QueryState>
  );
};
