import { FaultCommentDto, FaultCommentInputDto } from '../../features/faults/fault-comments.dto';
import { FaultChangesDto, FaultDto, FaultInputDto, FaultStatsDto } from '../../features/faults/faults.dto';
import {
  MaintenanceChangesDto,
  MaintenanceDto,
  MaintenanceInputDto,
} from '../../features/maintenance/maintenance.dto';
import { ExampleSet } from '../example-set';

const report = {
  title: 'Supply fan does not start',
  description: 'The fan of air handling unit 1 does not follow its command.',
  severity: 'major' as const,
  objectId: 3,
  areaId: 2,
};
const fault = {
  id: 12,
  ...report,
  status: 'in_progress' as const,
  alertId: null,
  assigneeId: 7,
  rootCause: null,
  reportedAt: '2026-03-29T06:40:12.000Z',
  startedAt: '2026-03-29T08:15:04.000Z',
  resolvedAt: null,
};
const text = 'The belt is torn. A new one arrives tomorrow.';

const filters = {
  title: 'Replace the filters',
  description: 'Filter class ePM1 55 %.',
  type: 'preventive' as const,
  priority: 'normal' as const,
  objectId: 3,
  dueAt: '2026-04-01T06:00:00.000Z',
  checklist: [
    { text: 'Switch the fan off', done: true },
    { text: 'Replace four filters', done: false },
  ],
};
const quarterly = { cron: '0 8 1 */3 *', timezone: 'Europe/Berlin' };

/** Faults and maintenance. */
export const WORK_EXAMPLES = new ExampleSet()
  .add(FaultDto, fault)
  .add(FaultInputDto, report)
  .add(FaultChangesDto, { status: 'resolved', rootCause: 'The belt was torn.' })
  .add(FaultCommentDto, {
    id: 31,
    faultId: 12,
    authorId: 7,
    authorName: 'ann',
    text,
    createdAt: '2026-03-29T08:20:33.000Z',
  })
  .add(FaultCommentInputDto, { text })
  .add(FaultStatsDto, {
    total: 41,
    open: 2,
    inProgress: 1,
    resolved: 3,
    closed: 35,
    bySeverity: { critical: 1, major: 12, minor: 20, warning: 8, indeterminate: 0 },
    mttrMinutes: 342.5,
    mtbfHours: 61.25,
    updatedAt: '2026-03-29T08:15:05.000Z',
  })
  .add(MaintenanceDto, {
    id: 5,
    ...filters,
    status: 'in_progress',
    faultId: null,
    assigneeId: 7,
    startedAt: '2026-03-31T09:12:40.000Z',
    completedAt: null,
    recurrence: quarterly,
  })
  .add(MaintenanceInputDto, { ...filters, recurrence: quarterly }, 'Every quarter')
  .add(
    MaintenanceInputDto,
    { title: 'Lubricate the bearings', recurrence: { pointCode: 'AHU1.FAN.HOURS', everyHours: 2000 } },
    'Every 2000 running hours',
  )
  .add(MaintenanceChangesDto, { status: 'completed' });
