import {
  AlertChangesDto,
  AlertDto,
  AlertEventDto,
  AlertInputDto,
  AlertNoteDto,
  ShelveAlertDto,
} from '../../features/alerts/alerts.dto';
import { ExampleSet } from '../example-set';

const RAISED_AT = '2026-03-29T08:15:00.000Z';
const TEXTS = {
  severity: 'major' as const,
  title: 'Supply air too warm',
  message: 'Supply air is above 28 °C.',
};
const POINT = { pointCode: 'AHU1.SUPPLY.TEMP', areaId: 2 };

/** Alerts. */
export const ALERT_EXAMPLES = new ExampleSet()
  .add(AlertDto, {
    id: 17,
    source: 'gateway',
    type: 'alarm',
    originator: POINT.pointCode,
    ...TEXTS,
    titleText: null,
    messageText: null,
    status: 'active',
    acknowledged: true,
    ...POINT,
    value: null,
    threshold: null,
    occurrences: 3,
    raisedAt: RAISED_AT,
    lastRaisedAt: '2026-03-29T08:40:00.000Z',
    acknowledgedAt: '2026-03-29T08:45:00.000Z',
    acknowledgedBy: 'olga',
    clearedAt: null,
    clearedBy: null,
    shelvedUntil: null,
    shelvedBy: null,
    shelveReason: null,
  })
  .add(AlertInputDto, { ...TEXTS, ...POINT, type: 'temperature', value: 28.4, threshold: 28 })
  .add(AlertChangesDto, { severity: 'critical' })
  .add(AlertNoteDto, { note: 'The valve is being replaced.' })
  .add(ShelveAlertDto, { untilAt: '2026-03-29T18:00:00Z', reason: 'The valve is being replaced.' })
  .add(AlertEventDto, {
    id: '019d3a1c-6f00-7a51-9c55-2b7e0f3a9d10',
    alertId: 17,
    at: '2026-03-29T08:20:00.000Z',
    kind: 'repeated',
    count: 2,
    lastAt: '2026-03-29T08:40:00.000Z',
    severity: 'major',
    shelvedUntil: null,
    userId: null,
    username: 'gateway',
    note: null,
    noteText: null,
  });
