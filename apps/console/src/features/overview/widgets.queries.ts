import { queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from '../../api/plantroom';
import { queryClient } from '../../api/query-client';

export type Widget = components['schemas']['WidgetDto'];

export const widgetsQuery = queryOptions({
  queryKey: ['/api/dashboard'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/dashboard', { signal })),
});

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
