import { queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from './plantroom';
import { queryClient } from './query-client';
import { useStream } from './use-stream';

type Schemas = components['schemas'];
export type Dashboard = Schemas['DashboardDto'];
export type DashboardContent = Schemas['DashboardContentDto'];
export type DashboardInput = Schemas['DashboardInputDto'];
export type Widget = Schemas['WidgetDto'];
export type WidgetInput = Schemas['WidgetInputDto'];

/** Prefix of the keys of all dashboards. */
export const DASHBOARDS = ['/api/dashboards'] as const;
/** The dashboard of the overview. */
export const DEFAULT_DASHBOARD = 1;

export const dashboardsQuery = queryOptions({
  queryKey: [...DASHBOARDS, 'list'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/dashboards', { signal })),
});

const withId = (id: number) => ({ params: { path: { id } } });

export const dashboardQuery = (id: number) =>
  queryOptions({
    queryKey: [...DASHBOARDS, 'content', id],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/dashboards/{id}', { ...withId(id), signal })),
  });

export const createDashboard = (body: DashboardInput): Promise<Dashboard> =>
  unwrap(plantroom.api.POST('/api/dashboards', { body }));

/** Saves all changes or none. */
export const saveDashboard = (id: number, body: Schemas['DashboardChangesDto']): Promise<DashboardContent> =>
  unwrap(plantroom.api.PUT('/api/dashboards/{id}', { ...withId(id), body }));

export const deleteDashboard = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/dashboards/{id}', withId(id)));

/** Adds a widget to the dashboard of the overview. */
export const createWidget = (body: WidgetInput): Promise<Widget> =>
  unwrap(plantroom.api.POST('/api/dashboard', { body }));

const PREFIX = 'widget:';

/** Lets all read dashboards follow the event stream while the component is shown. */
export function useWidgetUpdates(): void {
  useStream({ widget_update: updateWidget, widget_delete: ({ metricKey }) => updateWidget({ metricKey }) });
}

/** Shows the new data of a widget, or removes the widget if there is none. Ignores updates of unknown widgets. */
function updateWidget({ metricKey, ...event }: { metricKey: string; data?: unknown }): void {
  const changed = metricKey.slice(PREFIX.length);
  queryClient.setQueriesData<DashboardContent>({ queryKey: [...DASHBOARDS, 'content'] }, (dashboard) => {
    if (!dashboard?.widgets.some(({ id }) => id === changed)) return dashboard;
    const widgets =
      'data' in event
        ? dashboard.widgets.map((widget) =>
            widget.id === changed ? { ...widget, data: event.data as Widget['data'] } : widget,
          )
        : dashboard.widgets.filter(({ id }) => id !== changed);
    return { ...dashboard, widgets };
  });
}
