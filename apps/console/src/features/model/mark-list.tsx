import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Collapse, Text, UnstyledButton } from '@mantine/core';
import { mdiChartLine, mdiMapMarkerOffOutline } from '@mdi/js';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { usePointsOf } from '../../api/points';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/panel';
import { useValueText } from '../../ui/point-value';
import { SetUpButton } from '../../ui/set-up-button';
import { EmptyState } from '../../ui/states';
import { TrendView } from '../../ui/trend/trend-view';
import classes from './mark-list.module.css';
import { useModelTexts } from './model.texts';
import type { SceneItem } from './scene-items';

const PointCommands = lazy(() => import('./point-commands'));
/** Points that one request returns. The page of the point has the commands of the others. */
const MOST_COMMANDED = 100;

interface MarkListProps {
  items: readonly SceneItem[];
  selected: string | undefined;
  onSelect: (id: string) => void;
}

/** The objects and lights of the model as a list. The selected one shows its points. */
export function MarkList({ items, selected, onSelect }: MarkListProps) {
  const t = useModelTexts();
  return (
    <Panel title={t('list')}>
      {items.length === 0 ? (
        <EmptyState
          title={t('noMarks')}
          icon={mdiMapMarkerOffOutline}
          action={<SetUpButton to="/model/setup" title={t('setUp')} />}
        />
      ) : (
        <ul className={classes.list}>
          {items.map((item) => (
            <MarkItem
              key={item.id}
              item={item}
              isOpen={item.id === selected}
              onToggle={() => onSelect(item.id)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface MarkItemProps {
  item: SceneItem;
  isOpen: boolean;
  onToggle: () => void;
}

function MarkItem({
  item: { id, title, summary, main, values, hasObject },
  isOpen,
  onToggle,
}: MarkItemProps) {
  const t = useModelTexts();
  const element = useRef<HTMLLIElement>(null);
  // The values are rendered from the first opening on, because hidden ones would also be drawn again with each update.
  const [isShown, setShown] = useState(isOpen);
  if (isOpen && !isShown) setShown(true);
  useEffect(() => {
    if (isOpen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const panel = `mark-${id}`;
  return (
    <li ref={element} className={classes.item} data-open={isOpen || undefined}>
      <UnstyledButton
        className={classes.head}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={onToggle}
      >
        <span className={classes.title}>{title}</span>
        {summary && <span className={classes.value}>{summary}</span>}
      </UnstyledButton>
      <Collapse in={isOpen} id={panel} onTransitionEnd={() => setShown(isOpen)}>
        {isShown &&
          (values.length > 0 ? (
            <>
              <ValueList title={title} values={values} />
              {main && (
                <div className={classes.trend}>
                  <TrendView trend={{ series: [main], range: '1d' }} />
                </div>
              )}
            </>
          ) : (
            <Text size="sm" c="dimmed" pb="xs">
              {t(hasObject ? 'noPoints' : 'noObject')}
            </Text>
          ))}
      </Collapse>
    </li>
  );
}

function ValueList({ title, values }: Pick<SceneItem, 'title' | 'values'>) {
  const t = useModelTexts();
  const valueText = useValueText();
  const isOperator = useHasRole('operator');
  const points = usePointsOf(isOperator ? values.slice(0, MOST_COMMANDED).map(({ code }) => code) : []);
  return (
    <ul className={classes.values} aria-label={t('points', { name: title })}>
      {values.map(({ code, name, unit, pointId, value }) => {
        const point = points.get(code);
        return (
          <li key={code}>
            <div className={classes.point}>
              <span className={classes.name}>{name}</span>
              <span className={classes.value}>{valueText(value, unit)}</span>
              {pointId !== undefined && (
                <Link
                  to="/points"
                  search={{ point: pointId }}
                  className={classes.history}
                  aria-label={t('openPoint', { name })}
                >
                  <Icon path={mdiChartLine} size={18} />
                </Link>
              )}
            </div>
            {point && point.writable !== false && (
              <Suspense fallback={null}>
                <PointCommands point={point} value={value} />
              </Suspense>
            )}
          </li>
        );
      })}
    </ul>
  );
}
