import {
  type AlertChangeFact,
  alertsChanged,
  backupChanged,
  energyUpdated,
  executionProgressed,
  type ExecutionStatusChange,
  executionStatusChanged,
  exportChanged,
  faultChanged,
  lightingUpdated,
  maintenanceChanged,
  pointValuesChanged,
  readingImportChanged,
  reportRunChanged,
  widgetDeleted,
  widgetUpdated,
} from '@app/contracts';
import { type StreamEvent, defineStreamEvent } from './define-stream-event';
import * as payload from './stream-payloads';

/**
 * Returns the alerts that were raised or cleared, with their messages. Leaves out alerts that were already shelved when
 * they were raised.
 */
const alarmsOf =
  (change: 'raised' | 'cleared') =>
  ({ changes }: { changes: readonly AlertChangeFact[] }) =>
    changes
      .filter((fact) => fact.change === change && (change === 'cleared' || fact.shelvedUntil === null))
      .map(({ alertId, code, severity, message, messageText }) => {
        return { alertId, code, severity, message, messageText };
      });

/** Ended executions whose ids are remembered. An older event arrives at most seconds after the end. */
const MOST_ENDED = 50_000;

/** Recognizes the start of an execution that arrives after its end, because another process has published the end. */
function startAfterEnd(): (change: ExecutionStatusChange) => boolean {
  const ended = new Set<string>();
  return ({ executionId, status }) => {
    if (status === 'running') return ended.has(executionId);
    ended.add(executionId);
    for (const oldest of ended) {
      if (ended.size <= MOST_ENDED) break;
      ended.delete(oldest);
    }
    return false;
  };
}

const metricKeyOf = (widgetId: string) => `widget:${widgetId}`;

/** Every event of the stream except heartbeats, with the lowest role that receives it. */
export const STREAM_EVENTS: readonly StreamEvent[] = [
  defineStreamEvent({
    type: 'iot:value:change',
    kind: 'point',
    title: 'PointValueEvent',
    description: 'A point has a new value.',
    schema: payload.pointValue,
    lowestRole: 'viewer',
    from: pointValuesChanged,
    payloads: ({ values }) => values,
    key: ({ code }) => `point:${code}`,
    delivery: 'latest',
    // The payload's `timestamp` is the time of the value, so the time of sending needs another name.
    instantName: 'sentAt',
  }),
  defineStreamEvent({
    type: 'energy_update',
    kind: 'energy',
    title: 'EnergyUpdateEvent',
    description: 'New readings changed the figures of areas.',
    schema: payload.energyUpdate,
    lowestRole: 'viewer',
    from: energyUpdated,
    payloads: (update) => [update],
    key: () => 'energy',
    // Each event contains all areas, so a newer event replaces an older one.
    delivery: 'latest',
  }),
  defineStreamEvent({
    type: 'lighting_update',
    kind: 'lighting',
    title: 'LightingUpdateEvent',
    description: 'A command for the lights of a label has ended, or the lights report another state.',
    schema: payload.lightingUpdate,
    lowestRole: 'viewer',
    from: lightingUpdated,
    payloads: (update) => [update],
    key: ({ labelId }) => `label:${labelId}`,
    // Each event contains all lights of the label, so a newer event replaces an older one.
    delivery: 'latest',
  }),
  defineStreamEvent({
    type: 'fault_update',
    kind: 'fault',
    title: 'FaultUpdateEvent',
    description: 'A fault was created or changed.',
    schema: payload.faultUpdate,
    lowestRole: 'viewer',
    from: faultChanged,
    payloads: (update) => [update],
    key: ({ faultId }) => `fault:${faultId}`,
    // Each event contains the whole current state of the fault, so a newer event replaces an older one.
    delivery: 'latest',
  }),
  defineStreamEvent({
    type: 'iot:alarm:trigger',
    kind: 'alert',
    title: 'AlarmTriggerEvent',
    description:
      'An alert was raised. Repeats of an active alert, and alerts that are shelved, cause no event.',
    schema: payload.alarm,
    lowestRole: 'viewer',
    from: alertsChanged,
    payloads: alarmsOf('raised'),
    key: ({ alertId }) => `alert:${alertId}`,
    delivery: 'kept',
  }),
  defineStreamEvent({
    type: 'iot:alarm:clear',
    kind: 'alert',
    title: 'AlarmClearEvent',
    description: 'An alert was cleared.',
    schema: payload.alarm,
    lowestRole: 'viewer',
    from: alertsChanged,
    payloads: alarmsOf('cleared'),
    key: ({ alertId }) => `alert:${alertId}`,
    delivery: 'kept',
  }),
  defineStreamEvent({
    type: 'alert_update',
    kind: 'alert',
    title: 'AlertUpdateEvent',
    description:
      'An alert has changed in any way. A client that is behind gets only the newest state of each alert.',
    schema: payload.alertUpdate,
    lowestRole: 'viewer',
    from: alertsChanged,
    payloads: ({ changes }) => changes,
    // Events with the same key must have the same delivery. The other events of an alert have another delivery, so this
    // event needs a key of its own.
    key: ({ alertId }) => `alert-state:${alertId}`,
    delivery: 'latest',
  }),
  defineStreamEvent({
    type: 'maintenance_update',
    kind: 'maintenance',
    title: 'MaintenanceUpdateEvent',
    description: 'A work order was created or changed.',
    schema: payload.maintenanceUpdate,
    lowestRole: 'viewer',
    from: maintenanceChanged,
    payloads: (update) => [update],
    key: ({ maintenanceId }) => `maintenance:${maintenanceId}`,
    // Each event contains the whole current state of the work order, so a newer event replaces an older one.
    delivery: 'latest',
  }),
  defineStreamEvent({
    type: 'widget_update',
    kind: 'widget',
    title: 'WidgetUpdateEvent',
    description: 'The data of a widget has changed.',
    schema: payload.widgetUpdate,
    lowestRole: 'viewer',
    from: widgetUpdated,
    readers: ({ readers }) => readers,
    payloads: ({ widgetId, widgetType, data }) => [{ metricKey: metricKeyOf(widgetId), widgetType, data }],
    key: ({ metricKey }) => metricKey,
    // Each event contains all data of the widget, so a newer event replaces an older one.
    delivery: 'latest',
  }),
  defineStreamEvent({
    type: 'widget_delete',
    kind: 'widget',
    title: 'WidgetDeleteEvent',
    description: 'A widget was deleted. An update that was computed just before may still follow.',
    schema: payload.widgetDelete,
    lowestRole: 'viewer',
    from: widgetDeleted,
    readers: ({ readers }) => readers,
    payloads: ({ widgetId }) => [{ metricKey: metricKeyOf(widgetId) }],
    // The same key as the updates of the widget, so this event replaces queued updates, which are obsolete.
    key: ({ metricKey }) => metricKey,
    delivery: 'latest',
  }),
  defineStreamEvent({
    type: 'export_update',
    kind: 'export',
    title: 'ExportUpdateEvent',
    description: 'A worker has begun or ended an attempt at an export, or has made progress.',
    schema: payload.exportUpdate,
    lowestRole: 'operator',
    from: exportChanged,
    payloads: (update) => [update],
    key: ({ jobId }) => `export:${jobId}`,
    // Each event contains the whole current state of the export, so a newer event replaces an older one.
    delivery: 'latest',
  }),
  // Each of the following three events contains the whole current state, so a newer event replaces an older one.
  defineStreamEvent({
    type: 'backup_update',
    kind: 'backup',
    title: 'BackupUpdateEvent',
    description: 'A worker has begun or ended an attempt at a backup, or has made progress.',
    schema: payload.backupUpdate,
    lowestRole: 'admin',
    from: backupChanged,
    payloads: (update) => [update],
    key: ({ backupId }) => `backup:${backupId}`,
    delivery: 'latest',
  }),
  defineStreamEvent({
    type: 'import_update',
    kind: 'import',
    title: 'ImportUpdateEvent',
    description: 'An import of readings, or its undo, has begun, has made progress or has ended.',
    schema: payload.importUpdate,
    lowestRole: 'engineer',
    from: readingImportChanged,
    payloads: (update) => [update],
    key: ({ importId }) => `import:${importId}`,
    delivery: 'latest',
  }),
  defineStreamEvent({
    type: 'report_update',
    kind: 'report',
    title: 'ReportUpdateEvent',
    description:
      'A worker has begun or ended an attempt at a report, has made progress, or has ended the mail to a recipient.',
    schema: payload.reportUpdate,
    lowestRole: 'viewer',
    from: reportRunChanged,
    payloads: (update) => [update],
    key: ({ runId }) => `report:${runId}`,
    delivery: 'latest',
  }),
  defineStreamEvent({
    type: 'workflow:execution:status',
    kind: 'workflow',
    title: 'ExecutionStatusEvent',
    description: 'An execution was accepted or has ended.',
    schema: payload.executionStatus,
    lowestRole: 'operator',
    from: executionStatusChanged,
    isOutdated: startAfterEnd(),
    payloads: (change) => [change],
    key: ({ executionId }) => `execution:${executionId}`,
    // The end of an execution is sent only once, so it must not be dropped.
    delivery: 'kept',
  }),
  defineStreamEvent({
    type: 'workflow:execution:progress',
    // Clients of the kind `workflow` expect each event to have a status.
    kind: 'progress',
    title: 'ExecutionProgressEvent',
    description:
      'Results of nodes were saved while an execution runs. Results that are saved with its end cause only the event ' +
      'of the end.',
    schema: payload.executionProgress,
    lowestRole: 'operator',
    from: executionProgressed,
    payloads: (progress) => [progress],
    key: ({ executionId }) => `progress:${executionId}`,
    // The event only says that there are more results, so a newer event replaces an older one.
    delivery: 'latest',
  }),
];
