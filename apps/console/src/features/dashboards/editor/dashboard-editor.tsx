import { useMemo, useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { mdiPlus, mdiViewDashboardOutline } from '@mdi/js';
import ReactGridLayout, { type Layout, useContainerWidth } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import {
  type DashboardContent,
  DASHBOARDS,
  DEFAULT_DASHBOARD,
  saveDashboard,
  useWidgetUpdates,
  type Widget,
} from '../../../api/dashboards';
import { Icon } from '../../../ui/icon';
import { LeaveQuestion } from '../../../ui/leave-guard';
import { Panel } from '../../../ui/panel';
import { EmptyState } from '../../../ui/states';
import { useUnsaved } from '../../../ui/unsaved';
import { useAction } from '../../../ui/use-action';
import { useDashboardTexts } from '../dashboards.texts';
import { COLUMNS, compact, moved } from './arrange';
import classes from './dashboard-editor.module.css';
import { EditedWidget } from './edited-widget';
import { WidgetDialog } from './widget-dialog';
import { isNew } from './widget-fields';

const ROW_PIXELS = 80;
const GAP_PIXELS = 16;

interface DashboardEditorProps {
  dashboard: DashboardContent;
  title: string;
  onClose: () => void;
}

/** The unsaved widgets, and the revision from which they were made. */
interface Draft {
  revision: number;
  widgets: readonly Widget[];
}

/** Adds, arranges and deletes widgets. Nothing changes until all of it is saved. */
export default function DashboardEditor({ dashboard, title, onClose }: DashboardEditorProps) {
  const t = useDashboardTexts();
  const [isAdding, setAdding] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [draft, setDraft] = useState<Draft | null>(null);
  const widgets = draft?.widgets ?? dashboard.widgets;
  const layout = useMemo(() => layoutOf(widgets), [widgets]);
  const isChanged = draft !== null;
  useWidgetUpdates();
  useUnsaved(() => isChanged, 'edit');
  const change = (next: readonly Widget[]) =>
    setDraft({ revision: draft?.revision ?? dashboard.revision, widgets: next });
  const arrange = (next: Layout) => change(placed(widgets, next));
  const save = useAction(() => saveDashboard(dashboard.id, inputOf(placed(widgets, layout), draft)), {
    done: t('saved'),
    changes: [DASHBOARDS],
    onDone: onClose,
  });
  return (
    <Panel
      title={title}
      actions={
        <Group gap="xs">
          <Text component="output" size="sm" c="dimmed">
            {isChanged ? t('unsaved') : ''}
          </Text>
          <Button variant="default" leftSection={<Icon path={mdiPlus} />} onClick={() => setAdding(true)}>
            {t('addWidget')}
          </Button>
          <Button variant="default" onClick={() => (isChanged ? setAsking(true) : onClose())}>
            {t('leave')}
          </Button>
          <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
            {t('save')}
          </Button>
        </Group>
      }
    >
      {widgets.length === 0 ? (
        <EmptyState title={t('noWidgets')} icon={mdiViewDashboardOutline} />
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {t('layoutHint')}
          </Text>
          <Grid layout={layout} onChange={arrange}>
            {widgets.map((widget) => (
              <div key={widget.id}>
                <EditedWidget
                  widget={widget}
                  canPublish={dashboard.id === DEFAULT_DASHBOARD}
                  place={layout.find(({ i }) => i === widget.id)}
                  onMove={(move) => arrange(moved(layout, widget.id, move))}
                  onChange={(changed) => change(widgets.map((one) => (one === widget ? changed : one)))}
                  onDelete={() => change(widgets.filter((one) => one !== widget))}
                />
              </div>
            ))}
          </Grid>
        </>
      )}
      <LeaveQuestion isOpen={isAsking} onLeave={onClose} onStay={() => setAsking(false)} />
      {isAdding && (
        <WidgetDialog
          of={layout.reduce((bottom, { y, h }) => Math.max(bottom, y + h), 0)}
          canPublish={dashboard.id === DEFAULT_DASHBOARD}
          onDone={(widget) => change([...placed(widgets, layout), widget])}
          onClose={() => setAdding(false)}
        />
      )}
    </Panel>
  );
}

interface GridProps {
  layout: Layout;
  onChange: (layout: Layout) => void;
  children: React.ReactNode;
}

function Grid({ layout, onChange, children }: GridProps) {
  const { width, containerRef, mounted } = useContainerWidth();
  return (
    <div ref={containerRef} className={classes.grid}>
      {mounted && (
        <ReactGridLayout
          width={width}
          layout={layout}
          gridConfig={{
            cols: COLUMNS,
            rowHeight: ROW_PIXELS,
            margin: [GAP_PIXELS, GAP_PIXELS],
            containerPadding: [0, 0],
          }}
          dragConfig={{ handle: `.${classes.handle}` }}
          onDragStop={onChange}
          onResizeStop={onChange}
        >
          {children}
        </ReactGridLayout>
      )}
    </div>
  );
}

function layoutOf(widgets: readonly Widget[]): Layout {
  return compact(
    widgets.map(({ id, layoutX, layoutY, layoutW, layoutH }) => ({
      i: id,
      x: layoutX,
      y: layoutY,
      w: layoutW,
      h: layoutH,
    })),
  );
}

function placed(widgets: readonly Widget[], layout: Layout): Widget[] {
  const places = new Map(layout.map((item) => [item.i, item]));
  return widgets.map((widget) => {
    const place = places.get(widget.id);
    if (!place) return widget;
    return { ...widget, layoutX: place.x, layoutY: place.y, layoutW: place.w, layoutH: place.h };
  });
}

function inputOf(widgets: readonly Widget[], draft: Draft | null) {
  return {
    revision: draft?.revision,
    widgets: widgets.map(({ data: _data, updatedAt: _updatedAt, id, ...widget }) =>
      isNew({ id }) ? widget : { id, ...widget },
    ),
  };
}
