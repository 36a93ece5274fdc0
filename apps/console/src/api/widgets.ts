import { queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from './plantroom';
import { queryClient } from './query-client';

type Schemas = components['schemas'];
export type Widget = Schemas['WidgetDto'];
export type WidgetInput = Schemas['WidgetInputDto'];
export type WidgetChange = Schemas['DashboardSettingsDto']['widgets'][number];

export const WIDGETS = ['/api/dashboard'] as const;

export const widgetsQuery = queryOptions({
  queryKey: WIDGETS,
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/dashboard', { signal })),
});

export const createWidget = (body: WidgetInput): Promise<Widget> =>
  unwrap(plantroom.api.POST('/api/dashboard', { body }));

export const deleteWidget = (id: string): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/dashboard/{id}', { params: { path: { id } } }));

/** Saves all changes or none. */
export const saveWidgets = (widgets: WidgetChange[]): Promise<Widget[]> =>
  unwrap(plantroom.api.PUT('/api/dashboard/settings', { body: { widgets } }));

const PREFIX = 'widget:';

/** Shows the new data of a widget, or removes the widget if there is none. Ignores updates of unknown widgets. */
export function updateWidget({ metricKey, ...event }: { metricKey: string; data?: unknown }): void {
  const id = metricKey.slice(PREFIX.length);
  queryClient.setQueryData(widgetsQuery.queryKey, (widgets) =>
    'data' in event
      ? widgets?.map((widget) =>
          widget.id === id ? { ...widget, data: event.data as Widget['data'] } : widget,
        )
      : widgets?.filter((widget) => widget.id !== id),
  );
}
