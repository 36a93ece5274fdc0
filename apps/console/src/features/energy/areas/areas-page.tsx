import { ActionIcon, Group, Text } from '@mantine/core';
import { mdiArrowDown, mdiArrowUp, mdiFloorPlan } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CodeText } from '../../../ui/code-text';
import { useHasRole } from '../../../api/account';
import { areasInside } from '../../../api/area-tree';
import { type Area, areasQuery } from '../../../api/areas';
import { useFormat } from '../../../format/use-format';
import type { AreaRow } from '../../../ui/area-tree/area-rows';
import { AreaSearch } from '../../../ui/area-tree/area-search';
import { AreaToggle } from '../../../ui/area-tree/area-toggle';
import { useAreaRows } from '../../../ui/area-tree/use-area-rows';
import { type Column, DataTable } from '../../../ui/data-table';
import { DeleteIcon } from '../../../ui/delete-button';
import { Icon } from '../../../ui/icon';
import { CreateButton } from '../../../ui/form-button';
import { PageHeader } from '../../../ui/page-header';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { useAction } from '../../../ui/use-action';
import { EditArea, NewArea } from './area-form';
import { withMoved, withoutArea } from './area-set';
import { AREAS, changeAreas } from './areas.queries';
import { useAreaTexts } from './areas.texts';

const route = getRouteApi('/shell/energy/areas');

/** The tree of areas with their meters. Engineers change it. */
export function AreasPage() {
  const t = useAreaTexts();
  const navigate = route.useNavigate();
  const { area: openId } = route.useSearch();
  const isEngineer = useHasRole('engineer');
  const open = (area: number | undefined) => void navigate({ search: { area }, resetScroll: false });
  const add = <CreateButton title={t('add')}>{(close) => <NewArea onClose={close} />}</CreateButton>;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={add} />
      <Panel>
        <QueryState query={useQuery(areasQuery)} height={320}>
          {({ areas }) => {
            const opened = isEngineer ? areas.find(({ id }) => id === openId) : undefined;
            return (
              <>
                {areas.length === 0 ? (
                  <EmptyState title={t('none')} icon={mdiFloorPlan} />
                ) : (
                  <AreaTable areas={areas} canChange={isEngineer} onOpen={open} />
                )}
                {opened && (
                  <EditArea key={opened.id} area={opened} areas={areas} onClose={() => open(undefined)} />
                )}
              </>
            );
          }}
        </QueryState>
      </Panel>
    </>
  );
}

interface AreaTableProps {
  areas: readonly Area[];
  canChange: boolean;
  onOpen: (id: number) => void;
}

function AreaTable({ areas, canChange, onOpen }: AreaTableProps) {
  const t = useAreaTexts();
  const tree = useAreaRows(areas);
  const columns = useColumns(tree.isSearched);
  const inside = areasInside(areas);
  const actions: Column<AreaRow<Area>> = {
    key: 'order',
    title: t('order'),
    align: 'right',
    render: ({ area }) => <AreaActions area={area} siblings={inside.get(area.parentId) ?? []} />,
  };
  return (
    <>
      <AreaSearch {...tree} />
      <DataTable
        label={t('title')}
        items={tree.rows}
        keyOf={({ area }) => area.id}
        columns={canChange ? [...columns, actions] : columns}
        renderLead={(row) => <AreaToggle row={row} turn={tree.turn} />}
        onOpen={canChange ? ({ area }) => onOpen(area.id) : undefined}
      />
    </>
  );
}

function useColumns(isSearched: boolean): Column<AreaRow<Area>>[] {
  const t = useAreaTexts();
  const { quantity, share } = useFormat();
  const limit = (power: number | null) => (power === null ? t('noLimits') : quantity(power, 'kW'));
  return [
    {
      key: 'area',
      title: t('area'),
      render: ({ area, path }) => (
        <>
          {area.name}
          {isSearched && (
            <Text component="span" display="block" size="xs" c="dimmed">
              {path}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'meters',
      title: t('meters'),
      render: ({ area: { meters } }) =>
        meters.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('noMeters')}
          </Text>
        ) : (
          <div>
            {meters.map(({ pointCode }) => (
              <CodeText key={pointCode} size="xs">
                {pointCode}
              </CodeText>
            ))}
          </div>
        ),
    },
    {
      key: 'limits',
      title: t('limits'),
      render: ({ area: { limits } }) =>
        limits.warningKw === null && limits.overLimitKw === null
          ? t('noLimits')
          : t('limitsOf', { warning: limit(limits.warningKw), over: limit(limits.overLimitKw) }),
    },
    {
      key: 'history',
      title: t('history'),
      render: ({ area: { meters } }) => {
        if (meters.length === 0) return '–';
        const read = Math.min(...meters.map(({ historyProgress }) => historyProgress));
        return read === 1 ? t('complete') : t('historyOf', { share: share(read) });
      },
    },
  ];
}

function AreaActions({ area, siblings }: { area: Area; siblings: readonly Area[] }) {
  const t = useAreaTexts();
  const move = useAction((steps: number) => changeAreas((newest) => withMoved(newest, area, steps)), {
    changes: [AREAS],
  });
  const remove = () => changeAreas((newest) => withoutArea(newest, area));
  return (
    // In front of the surface of the row that opens the area.
    <Group gap={2} wrap="nowrap" justify="flex-end" pos="relative" style={{ zIndex: 1 }}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('up', { name: area.name })}
        disabled={siblings[0]?.id === area.id || move.isPending}
        onClick={() => move.mutate(-1)}
      >
        <Icon path={mdiArrowUp} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('down', { name: area.name })}
        disabled={siblings.at(-1)?.id === area.id || move.isPending}
        onClick={() => move.mutate(1)}
      >
        <Icon path={mdiArrowDown} />
      </ActionIcon>
      <DeleteIcon
        label={t('remove', { name: area.name })}
        title={t('deleteTitle', { name: area.name })}
        remove={remove}
        changes={[AREAS]}
      >
        {t('deleteEffect')}
      </DeleteIcon>
    </Group>
  );
}
