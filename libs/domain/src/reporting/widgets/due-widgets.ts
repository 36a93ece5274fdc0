import type { WidgetReaders } from '@app/contracts';
import type { WidgetDataType, WidgetEntity } from '@app/entities';
import { bindingOf } from './widget-binding';

/** A widget without its layout. */
export interface BoundWidget extends Pick<WidgetEntity, 'id' | 'type' | 'dataType' | 'dataJson'> {
  /** Undefined if everybody may know of the widget. */
  readers?: WidgetReaders;
}

/** Collects the widgets that must be computed again. Several changes of the same source count once. */
export class DueWidgets {
  private all = false;
  private types = new Set<WidgetDataType>();
  private codes = new Set<string>();
  private ids = new Set<string>();

  markAll(): void {
    this.all = true;
  }

  markType(type: WidgetDataType): void {
    this.types.add(type);
  }

  /** Marks the widgets that show one of these points. */
  markPoints(codes: Iterable<string>): void {
    for (const code of codes) this.codes.add(code);
  }

  markWidget(id: string): void {
    this.ids.add(id);
  }

  /** Removes all marks. Returns a predicate that is true for the widgets that were marked. */
  take(): (widget: BoundWidget) => boolean {
    const { all, types, codes, ids } = this;
    this.all = false;
    this.types = new Set();
    this.codes = new Set();
    this.ids = new Set();
    return (widget) =>
      all || types.has(widget.dataType) || ids.has(widget.id) || (codes.size > 0 && showsOne(widget, codes));
  }
}

function showsOne(widget: BoundWidget, codes: ReadonlySet<string>): boolean {
  const { dataType, selection } = bindingOf(widget);
  return dataType === 'points' && selection.codes.some((code) => codes.has(code));
}
