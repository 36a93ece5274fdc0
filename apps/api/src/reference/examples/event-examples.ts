import { EventTokenDto } from '../../features/events/events.dto';
import { ExampleSet } from '../example-set';

const SENT_AT = '2026-03-29T08:15:04.120Z';
const WIDGET_KEY = 'widget:0195e0c1-7b3e-7f04-9c2a-61d8f5b09e37';
const ENVELOPE = { kind: 'alert', timestamp: SENT_AT };
const ALARM = {
  alertId: 17,
  code: 'AHU1.SUPPLY.TEMP',
  severity: 'major',
  message: 'Supply air is above 28 °C.',
  messageText: null,
};

/** The event stream. */
export const EVENT_EXAMPLES = new ExampleSet()
  .add(EventTokenDto, {
    token: 'STREAM_TOKEN',
    expiresAt: '2026-03-29T08:15:30.000Z',
  })
  .addNamed('StreamEvent', { type: 'heartbeat', kind: 'heartbeat', timestamp: SENT_AT }, 'Heartbeat')
  .addNamed(
    'StreamEvent',
    {
      type: 'iot:value:change',
      kind: 'point',
      sentAt: SENT_AT,
      code: 'F1.EAST.ZONE.TEMP',
      value: 22.4,
      quality: 'good',
      timestamp: '2026-03-29T08:15:03.000Z',
    },
    'Point value',
  )
  .addNamed(
    'StreamEvent',
    {
      type: 'energy_update',
      kind: 'energy',
      timestamp: SENT_AT,
      areas: [
        {
          id: 1,
          parentId: null,
          name: 'Head office',
          currentPower: 84.2,
          energyToday: 612.75,
          energyMonth: 24_381.5,
          status: 'normal',
          lastReadingAt: '2026-03-29T08:15:00.000Z',
        },
      ],
    },
    'Energy update',
  )
  .addNamed('StreamEvent', { type: 'iot:alarm:trigger', ...ENVELOPE, ...ALARM }, 'Alert raised')
  .addNamed('StreamEvent', { type: 'iot:alarm:clear', ...ENVELOPE, ...ALARM }, 'Alert cleared')
  .addNamed(
    'StreamEvent',
    {
      type: 'alert_update',
      ...ENVELOPE,
      ...ALARM,
      change: 'acknowledged',
      title: 'Supply air too warm',
      status: 'active',
      acknowledged: true,
      shelvedUntil: null,
      occurrences: 3,
    },
    'Alert changed',
  )
  .addNamed(
    'StreamEvent',
    {
      type: 'lighting_update',
      kind: 'lighting',
      timestamp: SENT_AT,
      labelId: 'floor-1',
      on: true,
      groups: [
        { deviceId: 'east', on: true, level: 60 },
        { deviceId: 'west', on: false, level: 100 },
      ],
      results: [{ deviceId: 'east', success: true }],
    },
    'Lighting update',
  )
  .addNamed(
    'StreamEvent',
    {
      type: 'fault_update',
      kind: 'fault',
      timestamp: SENT_AT,
      faultId: 12,
      status: 'in_progress',
      severity: 'major',
      title: 'Supply fan does not start',
    },
    'Fault update',
  )
  .addNamed(
    'StreamEvent',
    {
      type: 'maintenance_update',
      kind: 'maintenance',
      timestamp: SENT_AT,
      maintenanceId: 5,
      status: 'completed',
      title: 'Replace the filters',
    },
    'Maintenance update',
  )
  .addNamed(
    'StreamEvent',
    {
      type: 'widget_update',
      kind: 'widget',
      timestamp: SENT_AT,
      metricKey: WIDGET_KEY,
      widgetType: 'list',
      data: [
        { code: 'AHU1.SUPPLY.TEMP', value: 18.4, quality: 'good', timestamp: '2026-03-29T08:15:00.000Z' },
      ],
    },
    'Widget update',
  )
  .addNamed(
    'StreamEvent',
    { type: 'widget_delete', kind: 'widget', timestamp: SENT_AT, metricKey: WIDGET_KEY },
    'Widget deleted',
  )
  .addNamed(
    'StreamEvent',
    {
      type: 'export_update',
      kind: 'export',
      timestamp: SENT_AT,
      jobId: '0195e0b9-4c1d-7a52-8f36-9d0b7e24c815',
      status: 'running',
      progress: 0.42,
      fileId: null,
      error: null,
      failure: null,
    },
    'Export update',
  )
  .addNamed(
    'StreamEvent',
    {
      type: 'backup_update',
      kind: 'backup',
      timestamp: SENT_AT,
      backupId: '0195e0c7-52d8-7b1f-a3e4-70c95d128f46',
      status: 'running',
      progress: 0.35,
    },
    'Backup update',
  )
  .addNamed(
    'StreamEvent',
    { type: 'import_update', kind: 'import', timestamp: SENT_AT, importId: 4, status: 'done', progress: 1 },
    'Import update',
  )
  .addNamed(
    'StreamEvent',
    {
      type: 'report_update',
      kind: 'report',
      timestamp: SENT_AT,
      runId: '0195e0d1-08be-7c93-b5f2-4ae6170d93c8',
      planId: 2,
      status: 'sending',
      progress: 1,
    },
    'Report update',
  )
  .addNamed(
    'StreamEvent',
    {
      type: 'workflow:execution:status',
      kind: 'workflow',
      timestamp: SENT_AT,
      workflowId: '0195d1c4-7a20-7c31-9d52-3b8e6f0a1c47',
      executionId: '0195e0b2-16f4-7e8a-8c05-52d7a94b3e60',
      status: 'success',
    },
    'Execution status',
  )
  .addNamed(
    'StreamEvent',
    {
      type: 'workflow:execution:progress',
      kind: 'progress',
      timestamp: SENT_AT,
      workflowId: '0195d1c4-7a20-7c31-9d52-3b8e6f0a1c47',
      executionId: '0195e0b2-16f4-7e8a-8c05-52d7a94b3e60',
    },
    'Execution progress',
  );
