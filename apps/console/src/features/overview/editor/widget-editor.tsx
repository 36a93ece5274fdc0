import { useMemo, useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { mdiPlus, mdiViewDashboardOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import ReactGridLayout, { type Layout, useContainerWidth } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import { useStream } from '../../../api/use-stream';
import { saveWidgets, updateWidget, type Widget, WIDGETS, widgetsQuery } from '../../../api/widgets';
import { Icon } from '../../../ui/icon';
import { LeaveQuestion } from '../../../ui/leave-guard';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { useUnsaved } from '../../../ui/unsaved';
import { useAction } from '../../../ui/use-action';
import { useOverviewTexts } from '../overview.texts';
import { readConfig, type WidgetConfig, withConfig } from '../widget-config';
import { AddWidget } from './add-widget';
import { COLUMNS, compact, moved } from './arrange';
import { EditedWidget } from './edited-widget';
import classes from './widget-editor.module.css';

const ROW_PIXELS = 80;
const GAP_PIXELS = 16;

interface WidgetEditorProps {
  onClose: () => void;
}

/** The editor in which an engineer arranges the dashboard. */
export default function WidgetEditor({ onClose }: WidgetEditorProps) {
  useStream({ widget_update: updateWidget, widget_delete: ({ metricKey }) => updateWidget({ metricKey }) });
  return (
    <QueryState query={useQuery(widgetsQuery)} height={240}>
      {(widgets) => <Arrangement widgets={widgets} onClose={onClose} />}
    </QueryState>
  );
}

interface ArrangementProps extends WidgetEditorProps {
  widgets: readonly Widget[];
}

/** The unsaved changes of the engineer. */
interface Draft {
  layout: Layout;
  configs: Readonly<Record<string, WidgetConfig>>;
}

function Arrangement({ widgets, onClose }: ArrangementProps) {
  const t = useOverviewTexts();
  const [isAdding, setAdding] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [draft, setDraft] = useState<Draft>({ layout: [], configs: {} });
  const layout = useMemo(() => arranged(widgets, draft.layout), [widgets, draft.layout]);
  const isChanged = draft.layout.length > 0 || Object.keys(draft.configs).length > 0;
  useUnsaved(() => isChanged);
  const setLayout = (next: Layout) => setDraft((before) => ({ ...before, layout: next }));
  const save = useAction(() => saveWidgets(changesOf(widgets, layout, draft)), {
    done: t('layoutSaved'),
    changes: [WIDGETS],
    onDone: onClose,
  });
  return (
    <Panel
      title={t('dashboard')}
      actions={
        <Group gap="xs">
          <Text component="output" size="sm" c="dimmed">
            {isChanged ? t('unsaved') : ''}
          </Text>
          <Button variant="default" leftSection={<Icon path={mdiPlus} />} onClick={() => setAdding(true)}>
            {t('addWidget')}
          </Button>
          <Button variant="default" onClick={() => (isChanged ? setAsking(true) : onClose())}>
            {t('leaveLayout')}
          </Button>
          <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
            {t('saveLayout')}
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
          <Grid layout={layout} onChange={setLayout}>
            {widgets.map((widget) => (
              <div key={widget.id}>
                <EditedWidget
                  widget={widget}
                  config={draft.configs[widget.id] ?? readConfig(widget)}
                  place={layout.find(({ i }) => i === widget.id)}
                  onMove={(move) => setLayout(moved(layout, widget.id, move))}
                  onConfig={(config) =>
                    setDraft((before) => ({
                      ...before,
                      configs: { ...before.configs, [widget.id]: config },
                    }))
                  }
                />
              </div>
            ))}
          </Grid>
        </>
      )}
      <LeaveQuestion isOpen={isAsking} onLeave={onClose} onStay={() => setAsking(false)} />
      {isAdding && <AddWidget top={bottomOf(layout)} onClose={() => setAdding(false)} />}
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

/** Returns the layout of all widgets. A widget that the draft does not move keeps its stored place. */
function arranged(widgets: readonly Widget[], draft: Layout): Layout {
  const places = new Map(draft.map((item) => [item.i, item]));
  return compact(
    widgets.map(({ id, layoutX, layoutY, layoutW, layoutH }) => {
      const { x, y, w, h } = places.get(id) ?? { x: layoutX, y: layoutY, w: layoutW, h: layoutH };
      return { i: id, x, y, w, h };
    }),
  );
}

function changesOf(widgets: readonly Widget[], layout: Layout, { configs }: Draft) {
  const byId = new Map(widgets.map((widget) => [widget.id, widget]));
  return layout.map(({ i: id, x, y, w, h }) => {
    const config = configs[id];
    const before = byId.get(id)?.config ?? {};
    return {
      id,
      layoutX: x,
      layoutY: y,
      layoutW: w,
      layoutH: h,
      ...(config && { config: withConfig(before, config) }),
    };
  });
}

function bottomOf(layout: Layout): number {
  return layout.reduce((bottom, { y, h }) => Math.max(bottom, y + h), 0);
}
