import { ALERT_SEVERITIES } from '@app/kernel';
import { type TLiteral, Type } from '@sinclair/typebox';
import { recordId, recordReference } from './record-id';

const oneOf = (...values: string[]) =>
  Type.Optional(Type.Union<TLiteral<string>[]>(values.map((value) => Type.Literal(value))));
const id = Type.Optional(recordId());

/**
 * The filters of all types of export, as in `POST /api/reports/export`. The export itself checks that its type has the
 * given filters.
 */
export const ExportFilters = {
  areaId: Type.Optional(recordReference('area')),
  energyType: oneOf('electricity', 'gas', 'water', 'heating', 'cooling'),
  interval: oneOf('hour', 'day', 'week', 'month'),
  status: oneOf('open', 'in_progress', 'resolved', 'closed', 'active', 'cleared'),
  severity: oneOf(...ALERT_SEVERITIES),
  objectId: id,
  assigneeId: id,
  alertId: id,
  acknowledged: Type.Optional(Type.Boolean()),
  shelved: Type.Optional(Type.Boolean()),
  pointCode: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  source: oneOf('gateway', 'rule', 'workflow', 'manual'),
};
