import { UnstyledButton } from '@mantine/core';
import type { Area } from '../../api/areas';
import { useFormat } from '../../format/use-format';
import { AreaSearch } from '../../ui/area-tree/area-search';
import { AreaToggle } from '../../ui/area-tree/area-toggle';
import { useAreaRows } from '../../ui/area-tree/use-area-rows';
import { AreaSelect } from '../../ui/area-select';
import { Panel } from '../../ui/panel';
import { useGrowing } from '../../ui/use-growing';
import classes from './area-list.module.css';
import { useEnergyTexts } from './energy.texts';

interface AreaListProps {
  areas: readonly Area[];
  selected: number;
  onSelect: (id: number) => void;
}

/** A selected area is shown, even if the list is long. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** The areas as a tree with their current power. A phone shows a list to choose from instead. */
export function AreaList({ areas, selected, onSelect }: AreaListProps) {
  const t = useEnergyTexts();
  const { quantity } = useFormat();
  const tree = useAreaRows(areas, selected);
  const upToSelected = tree.rows.findIndex(({ area }) => area.id === selected) + 1;
  const { shown, hasMore, observeEnd } = useGrowing(tree.rows, upToSelected);
  return (
    <>
      <AreaSelect
        hiddenFrom="lg"
        label={t('area')}
        clearable={false}
        value={selected}
        onChange={(id) => id !== null && onSelect(id)}
      />
      <div className={classes.wide}>
        <Panel title={t('areas')}>
          <AreaSearch {...tree} />
          <ul className={classes.list}>
            {shown.map((row) => (
              <li key={row.area.id} className={classes.row}>
                <AreaToggle row={row} turn={tree.turn} />
                <UnstyledButton
                  ref={row.area.id === selected ? intoView : undefined}
                  className={classes.area}
                  title={row.path}
                  aria-current={row.area.id === selected || undefined}
                  onClick={() => onSelect(row.area.id)}
                >
                  <span className={classes.name}>
                    {row.area.name}
                    {tree.isSearched && <span className={classes.path}>{row.path}</span>}
                  </span>
                  <span className={classes.power}>{quantity(row.area.currentPower, 'kW')}</span>
                </UnstyledButton>
              </li>
            ))}
            {/* With another key, the row is observed again after each step. */}
            {hasMore && (
              <li key={`end ${shown.length}`} ref={observeEnd} className={classes.end} aria-hidden />
            )}
          </ul>
        </Panel>
      </div>
    </>
  );
}
