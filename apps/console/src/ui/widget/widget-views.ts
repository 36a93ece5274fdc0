import { type ComponentType, createContext, use } from 'react';

/** The content of a widget that a feature draws. It gets the options that the widget stores. */
export type WidgetView = ComponentType<{ options: Record<string, unknown> }>;

/** The kinds of widgets that features draw. The `dataJson` of such a widget is `{"work": {}}`, with its options. */
export const VIEW_KINDS = ['areas', 'heatMap', 'lighting', 'model', 'work'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];
export type WidgetViews = Record<ViewKind, WidgetView>;

/** Features cannot import each other, so the application provides their views. The public dashboard has none. */
const WidgetViewsContext = createContext<WidgetViews | null>(null);
export const ProvideWidgetViews = WidgetViewsContext.Provider;
export const useWidgetViews = (): WidgetViews | null => use(WidgetViewsContext);
