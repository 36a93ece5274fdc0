import { useMemo, useState } from 'react';
import { Grid } from '@mantine/core';
import { mdiCubeOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { activeAlertsQuery } from '../../api/alerts';
import { sceneQuery } from '../../api/scene';
import { useChartColors } from '../../ui/chart/use-chart-style';
import { ModelView } from '../../ui/model-view/model-view';
import type { Mark } from '../../ui/model-view/model-view-props';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { SetUpButton } from '../../ui/set-up-button';
import { EmptyState } from '../../ui/states';
import { BY_ALERT, ColorLegend, useMixedColor } from './color-legend';
import { MarkList } from './mark-list';
import { modelFileQuery, type SceneData } from './model.queries';
import { useModelTexts } from './model.texts';
import { alertingNodes, colorUnits, roomColors } from './room-colors';
import { useSceneItems, useSceneMarks } from './scene-items';

const route = getRouteApi('/shell/model');
const HEIGHT = 'clamp(22rem, 72vh, 60rem)';

/** The 3D model with live values, and a list of the same objects and lights. */
export function ModelPage() {
  const t = useModelTexts();
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <SetUpButton to="/model/files" title={t('files')} />
            <SetUpButton to="/model/setup" title={t('setUp')} />
          </>
        }
      />
      <QueryState query={useQuery(sceneQuery)} height={600}>
        {(scene) =>
          scene.modelId === null && scene.hotspots.length + scene.labels.length === 0 ? (
            <Panel>
              <NoModel />
            </Panel>
          ) : (
            <SceneView scene={scene} />
          )
        }
      </QueryState>
    </>
  );
}

function SceneView({ scene }: { scene: SceneData }) {
  const { mark: selected } = route.useSearch();
  const navigate = route.useNavigate();
  const items = useSceneItems(scene);
  const select = (id: string) =>
    void navigate({ search: { mark: id === selected ? undefined : id }, replace: true, resetScroll: false });
  const marks = useSceneMarks(items);
  const [unit, setUnit] = useState<string | null>(null);
  const mixed = useMixedColor();
  const { critical } = useChartColors();
  const units = useMemo(() => colorUnits(items), [items]);
  const rooms = useMemo(
    () => (unit === null || unit === BY_ALERT ? null : roomColors(items, unit)),
    [items, unit],
  );
  const { data: alerts, error } = useQuery({ ...activeAlertsQuery, enabled: unit === BY_ALERT });
  const alerting = useMemo(() => alertingNodes(items, alerts ?? []), [items, alerts]);
  const colors = useMemo(() => {
    if (unit === BY_ALERT) return new Map(alerting.map((name) => [name, critical]));
    return rooms && new Map([...rooms.shares].map(([name, share]) => [name, mixed(share)]));
  }, [unit, alerting, critical, rooms, mixed]);
  return (
    <Grid gutter="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        {items.some(({ nodeName }) => nodeName !== null) && (
          <ColorLegend
            units={units}
            unit={unit}
            onChange={setUnit}
            range={rooms}
            alerting={alerts && alerting.length}
            error={error}
          />
        )}
        <Model scene={scene} marks={marks} colors={colors} selected={selected} onSelect={select} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <MarkList items={items} selected={selected} onSelect={select} />
      </Grid.Col>
    </Grid>
  );
}

/** Leads engineers to the models. The text names the role that can add one. */
export function NoModel() {
  const t = useModelTexts();
  return (
    <EmptyState
      title={t('none')}
      icon={mdiCubeOutline}
      action={<SetUpButton to="/model/files" title={t('files')} />}
    />
  );
}

interface ModelProps {
  scene: SceneData;
  marks: readonly Mark[];
  colors: ReadonlyMap<string, string> | null;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

function Model({ scene, marks, colors, selected, onSelect }: ModelProps) {
  const t = useModelTexts();
  const { modelId } = scene;
  const file = useQuery({ ...modelFileQuery(modelId ?? 0), enabled: modelId !== null });
  if (modelId === null) {
    return (
      <Panel>
        <NoModel />
      </Panel>
    );
  }
  return (
    <QueryState query={file} height={600}>
      {(content) => (
        <ModelView
          key={modelId}
          file={content}
          view={scene}
          marks={marks}
          colors={colors ?? undefined}
          selected={selected}
          onSelect={onSelect}
          label={t('modelOf', { count: marks.length })}
          height={HEIGHT}
        />
      )}
    </QueryState>
  );
}
