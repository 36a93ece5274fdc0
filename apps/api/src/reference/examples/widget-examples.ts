import { PublicDashboardDto } from '../../features/public/public-dashboard.dto';
import {
  DashboardChangesDto,
  DashboardContentDto,
  DashboardDto,
  DashboardInputDto,
  DashboardSettingsDto,
  WidgetDto,
  WidgetInputDto,
} from '../../features/widgets/widgets.dto';
import { ExampleSet } from '../example-set';

const ID = '0195e0c1-7b3e-7f04-9c2a-61d8f5b09e37';
const faults = {
  type: 'stats' as const,
  layoutX: 6,
  layoutY: 0,
  layoutW: 3,
  layoutH: 2,
  config: { title: 'Faults', public: true },
  dataType: 'faults' as const,
  dataJson: '{}',
};

const widget = {
  id: ID,
  ...faults,
  data: { total: 41, open: 2, inProgress: 1, resolved: 3, closed: 35 },
  updatedAt: '2026-03-29T08:15:05.000Z',
};
const dashboard = { id: 7, name: 'Plant room', role: 'operator' as const, revision: 4, isEditable: true };

/** Dashboards and their widgets. */
export const WIDGET_EXAMPLES = new ExampleSet()
  .add(WidgetDto, widget)
  .add(DashboardDto, dashboard)
  .add(DashboardContentDto, { ...dashboard, widgets: [widget] })
  .add(DashboardInputDto, { name: 'Plant room', role: 'operator' }, 'Shared')
  .add(DashboardInputDto, { name: 'My meters' }, 'Personal')
  .add(DashboardChangesDto, { revision: 4, widgets: [{ id: ID, ...faults, layoutY: 2 }, faults] }, 'Widgets')
  .add(DashboardChangesDto, { name: 'Plant room, floor 1', role: 'viewer' }, 'Name and role')
  .add(WidgetInputDto, faults, 'Faults')
  .add(
    WidgetInputDto,
    {
      type: 'chart',
      layoutX: 0,
      layoutY: 0,
      layoutW: 6,
      layoutH: 4,
      config: { title: 'Electricity of the offices' },
      dataType: 'energy',
      dataJson: '{"areaId":2,"energyType":"electricity","period":"thisWeek"}',
    },
    'Energy of an area',
  )
  .add(
    WidgetInputDto,
    {
      type: 'list',
      layoutX: 0,
      layoutY: 4,
      layoutW: 4,
      layoutH: 3,
      config: { title: 'Plant room' },
      dataType: 'points',
      dataJson: '{"codes":["AHU1.SUPPLY.TEMP","AHU1.FAN.HOURS"]}',
    },
    'Last values',
  )
  .add(PublicDashboardDto, {
    platformName: 'Head office',
    site: {
      currentPower: 84.2,
      energyToday: 612.75,
      energyYesterday: 1480.5,
      comparedToYesterday: -2.31,
      coverage: 0.952381,
      silentMeterCount: 1,
    },
    course: {
      today: [{ timestamp: '2026-03-28T23:00:00.000Z', kw: 31.4 }],
      yesterday: [{ timestamp: '2026-03-27T23:00:00.000Z', kw: 32.05 }],
      week: [
        { date: '2026-03-28', energy: 1480.5 },
        { date: '2026-03-29', energy: 612.75 },
      ],
    },
    areas: [
      {
        id: 1,
        parentId: null,
        name: 'Head office',
        currentPower: 84.2,
        energyToday: 612.75,
        energyYesterday: 1480.5,
      },
    ],
    alerts: { critical: 0, major: 1, minor: 3, warning: 0, indeterminate: 0 },
    weather: {
      temperatureC: 18.42,
      humidityPercent: 67,
      description: 'broken clouds',
      icon: '04d',
      windMetersPerSecond: 4.1,
      observedAt: '2026-03-29T08:10:00.000Z',
    },
    widgets: [],
    updatedAt: '2026-03-29T08:15:00.000Z',
  })
  .add(DashboardSettingsDto, { widgets: [{ id: ID, layoutX: 9, layoutY: 2 }] });
