import type { WidgetEntity } from '@app/entities';
import { type ErrorDetail, say } from '@app/kernel';

export const GRID_COLUMNS = 12;
/** The last row in which a widget may begin. */
export const MAX_ROW = 9999;
/** The largest number of rows that a widget may span. */
export const MAX_HEIGHT = 1000;

export type WidgetLayout = Pick<WidgetEntity, 'layoutX' | 'layoutY' | 'layoutW' | 'layoutH'>;

/**
 * Returns the problems of a layout that the bounds of single fields cannot detect. Widgets may overlap, because clients
 * arrange them.
 * @param path prefix of the path of each problem, such as `widgets[1].`
 */
export function layoutFaults({ layoutX, layoutW }: WidgetLayout, path = ''): ErrorDetail[] {
  if (layoutX + layoutW <= GRID_COLUMNS) return [];
  const message = say('widget_too_wide', { end: layoutX + layoutW, most: GRID_COLUMNS });
  return [{ path: `${path}layoutW`, ...message }];
}
