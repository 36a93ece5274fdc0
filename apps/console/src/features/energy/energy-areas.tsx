import type { ReactNode } from 'react';
import { Grid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { inTreeOrder } from '../../api/area-tree';
import { type Area, areasQuery } from '../../api/areas';
import { ENERGY_TYPES, type EnergyType } from '../../api/energy-types';
import { usePlatform } from '../../api/platform';
import { type CalendarDate, dateIn } from '../../format/calendar-period';
import { useEnergyTypeTexts } from '../../ui/energy-type.texts';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { SetUpButton } from '../../ui/set-up-button';
import { EmptyState } from '../../ui/states';
import { AreaList } from './area-list';
import { useEnergyTexts } from './energy.texts';

interface EnergyAreasProps {
  /** The title of the page. */
  title: string;
  /** @param today the date at which the areas were last read or updated, at most about a minute ago */
  children: (areas: readonly Area[], today: CalendarDate) => ReactNode;
}

/** A page about the energy of areas. Without areas, it says how to add them. */
export function EnergyAreas({ title, children }: EnergyAreasProps) {
  const t = useEnergyTexts();
  const areas = useQuery(areasQuery);
  const timeZone = usePlatform()?.timezone;
  return (
    <QueryState query={areas} height={600}>
      {({ areas: all }) =>
        all.length === 0 ? (
          <>
            <PageHeader title={title} />
            <EmptyState title={t('noAreas')} action={<SetUpButton to="/energy/areas" title={t('setUp')} />} />
          </>
        ) : (
          children(all, dateIn(timeZone, new Date(areas.dataUpdatedAt)))
        )
      }
    </QueryState>
  );
}

interface AreaFrameProps {
  areas: readonly Area[];
  area: Area;
  energyType: EnergyType;
  onSelect: (areaId: number) => void;
  controls: ReactNode;
  /** The figures of the area. They are not shown if it has no meter of the energy type. */
  children: ReactNode;
}

/** The list of areas beside the controls and the figures of one of them. */
export function AreaFrame({ areas, area, energyType, onSelect, controls, children }: AreaFrameProps) {
  const t = useEnergyTexts();
  const typeText = useEnergyTypeTexts();
  return (
    <Grid gutter="md">
      <Grid.Col span={{ base: 12, lg: 3 }}>
        <AreaList areas={areas} selected={area.id} onSelect={onSelect} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 9 }}>
        <Stack gap="md">
          <Panel>{controls}</Panel>
          {hasMeter(areas, area.id, energyType) ? (
            children
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
  );
}

/** Returns the area with this id; by default, the first area of the tree. */
export function chosenArea(areas: readonly Area[], id: number | undefined): Area | undefined {
  return areas.find((area) => area.id === id) ?? inTreeOrder(areas)[0]?.area;
}

/** The energy types that any meter measures, in their usual order. */
export function typesOf(areas: readonly Area[]): EnergyType[] {
  const measured = new Set(areas.flatMap(({ meters }) => meters.map(({ energyType }) => energyType)));
  return ENERGY_TYPES.filter((type) => measured.has(type) || type === 'electricity');
}

/** Whether the area, or an area inside it, has a meter of this energy type. */
export function hasMeter(areas: readonly Area[], areaId: number, type: EnergyType): boolean {
  return areas.some(
    ({ id, parentId, meters }) =>
      (id === areaId && meters.some(({ energyType }) => energyType === type)) ||
      (parentId === areaId && hasMeter(areas, id, type)),
  );
}
