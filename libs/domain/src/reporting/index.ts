// widgets
export { WidgetDataModule } from './widgets/widget-data.module';
export { WidgetRefreshService } from './widgets/widget-refresh.service';
export {
  type AlertsSelection,
  type EnergySelection,
  type PointsSelection,
  WIDGET_PERIODS,
  type WidgetPeriod,
} from './widgets/widget-binding';
export { GRID_COLUMNS, MAX_HEIGHT, MAX_ROW } from './widgets/widget-layout';
export { WidgetsModule } from './widgets/widgets.module';
export {
  type Widget,
  type WidgetInput,
  type WidgetSettingsChanges,
  WidgetsService,
} from './widgets/widgets.service';
