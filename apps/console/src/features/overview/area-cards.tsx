import { Group, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { inTreeOrder, outermost } from '../../api/area-tree';
import { type Area, areasQuery } from '../../api/areas';
import { useFormat } from '../../format/use-format';
import { StateBadge, type Tone } from '../../ui/badge';
import { EmptyState } from '../../ui/states';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import classes from './area-cards.module.css';
import { useOverviewTexts } from './overview.texts';

const TONES: Record<Area['status'], Tone> = {
  normal: 'good',
  warning: 'caution',
  overLimit: 'critical',
  unknown: 'neutral',
};

/** Larger buildings show their outermost areas, and those that need attention. */
const MOST = 60;
const ALARMING: ReadonlySet<Area['status']> = new Set(['warning', 'overLimit']);

export function AreaCards() {
  const t = useOverviewTexts();
  return (
    <Panel title={t('areas')}>
      <QueryState query={useQuery(areasQuery)} height={160}>
        {({ areas }) => (areas.length === 0 ? <EmptyState title={t('noAreas')} /> : <Cards areas={areas} />)}
      </QueryState>
    </Panel>
  );
}

function Cards({ areas }: { areas: readonly Area[] }) {
  const t = useOverviewTexts();
  const placed = inTreeOrder(areas);
  const outer = new Set(outermost(placed, MOST));
  const shown = placed.filter((entry) => outer.has(entry) || ALARMING.has(entry.area.status));
  const rest = areas.length - shown.length;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3, xl: 4 }} spacing="sm">
        {shown.map(({ area, path }) => (
          <AreaCard key={area.id} area={area} path={path} />
        ))}
      </SimpleGrid>
      {rest > 0 && (
        <Text size="sm" mt="sm">
          <Link to="/energy">{t('moreAreas', { count: rest })}</Link>
        </Text>
      )}
    </>
  );
}

function AreaCard({ area, path }: { area: Area; path: string }) {
  const t = useOverviewTexts();
  const { number, quantity } = useFormat();
  const { id, name, status, currentPower, energyToday, energyMonth, limits } = area;
  const limit = limits.overLimitKw ?? limits.warningKw;
  return (
    <article className={classes.card}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <div className={classes.names}>
          <Text fw={600} truncate component="h3" size="md">
            <Link to="/energy" search={{ area: id }} className={classes.link}>
              {name}
            </Link>
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {path || '\u00A0'}
          </Text>
        </div>
        <StateBadge tone={TONES[status]}>{t(status)}</StateBadge>
      </Group>
      <p className={classes.power}>
        {number(currentPower)} <span className={classes.unit}>kW</span>
      </p>
      <progress
        className={classes.load}
        data-status={status}
        value={limit ? Math.min(currentPower ?? 0, limit) : 0}
        max={limit ?? 1}
        aria-label={limit ? t('ofLimit', { limit: quantity(limit, 'kW', 0) }) : t('noLimit')}
      />
      <dl className={classes.energies}>
        <div>
          <dt>{t('period.today')}</dt>
          <dd>{quantity(energyToday, 'kWh', 0)}</dd>
        </div>
        <div>
          <dt>{t('period.thisMonth')}</dt>
          <dd>{quantity(energyMonth, 'kWh', 0)}</dd>
        </div>
      </dl>
    </article>
  );
}
