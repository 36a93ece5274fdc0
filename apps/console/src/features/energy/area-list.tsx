import { Select, UnstyledButton } from '@mantine/core';
import type { PlacedArea } from '../../api/area-tree';
import type { Area } from '../../api/areas';
import { useFormat } from '../../format/use-format';
import { Panel } from '../../ui/panel';
import classes from './area-list.module.css';
import { useEnergyTexts } from './energy.texts';

interface AreaListProps {
  placed: readonly PlacedArea<Area>[];
  selected: number;
  onSelect: (id: number) => void;
}

/** The areas as a tree with their current power. A phone shows a list to choose from instead. */
export function AreaList({ placed, selected, onSelect }: AreaListProps) {
  const t = useEnergyTexts();
  const { quantity } = useFormat();
  return (
    <>
      <Select
        hiddenFrom="lg"
        label={t('area')}
        searchable
        data={placed.map(({ area, path }) => ({
          value: String(area.id),
          label: [path, area.name].filter(Boolean).join(' / '),
        }))}
        value={String(selected)}
        onChange={(id) => id && onSelect(Number(id))}
      />
      <div className={classes.wide}>
        <Panel title={t('areas')}>
          <ul className={classes.list}>
            {placed.map(({ area, depth }) => (
              <li key={area.id}>
                <UnstyledButton
                  className={classes.area}
                  aria-current={area.id === selected || undefined}
                  style={{ paddingLeft: `${0.6 + depth}rem` }}
                  onClick={() => onSelect(area.id)}
                >
                  <span className={classes.name}>{area.name}</span>
                  <span className={classes.power}>{quantity(area.currentPower, 'kW')}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}
