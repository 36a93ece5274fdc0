import { ALERT_SEVERITIES, say } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import type { JsonObject, Problem } from '@app/workflow-engine';
import { oneOf } from './one-of';
import { recordId, recordReference } from './record-id';

const TITLE_LENGTH = 255;

/** The key by which nodes find a fault or a work order that is not finished. */
export const ticketKey = (description: string) =>
  Type.String({
    title: 'Key',
    description,
    minLength: 1,
    maxLength: 255,
    examples: ['silent-{{ triggerData.alert.pointCode }}'],
  });

export const ticketTitle = (description: string) =>
  Type.String({
    title: 'Title',
    description: `${description} It is cut after ${TITLE_LENGTH} characters.`,
    minLength: 1,
    maxLength: 2000,
    examples: ['No data of {{ triggerData.alert.pointCode }}'],
  });

const description = Type.Optional(
  Type.String({
    title: 'Description',
    description: 'Longer text.',
    maxLength: 10_000,
    examples: ['Check the meter and its cable.'],
  }),
);

const objectId = Type.Optional(
  recordId({ title: 'Object', description: 'Id of the object.', examples: [12] }),
);
const assigneeId = Type.Optional(
  recordId({ title: 'Assignee', description: 'Id of the user who works on it.', examples: [3] }),
);

/** The fields of a fault that both nodes write. */
export const FaultFields = {
  description,
  severity: Type.Optional(
    oneOf(ALERT_SEVERITIES, {
      title: 'Severity',
      description: 'Severity of the fault.',
      examples: ['major'],
    }),
  ),
  objectId,
  areaId: Type.Optional(
    recordReference('area', { title: 'Area', description: 'Id of the area.', examples: [2] }),
  ),
  assigneeId,
};

/** The fields of a work order that both nodes write. */
export const WorkOrderFields = {
  description,
  type: Type.Optional(
    oneOf(['preventive', 'corrective', 'inspection'], {
      title: 'Type',
      description: 'Kind of work.',
      examples: ['corrective'],
    }),
  ),
  priority: Type.Optional(
    oneOf(['low', 'normal', 'high', 'urgent'], {
      title: 'Priority',
      description: 'Priority of the work.',
      examples: ['high'],
    }),
  ),
  objectId,
  faultId: Type.Optional(
    recordId({
      title: 'Fault',
      description: 'Id of the fault that the work repairs.',
      examples: ['{{ nodeOutputs.fault.faultId }}'],
    }),
  ),
  assigneeId,
  dueAt: Type.Optional(
    Type.String({
      title: 'Due at',
      description:
        'When the work is due, in ISO 8601. Without an offset, the time is in the platform time zone.',
      minLength: 1,
      maxLength: 64,
      examples: ['{{ plus(now(), { days: 2 }) }}'],
    }),
  ),
};

/** Returns the fields with a title that fits into the record. */
export function withShortTitle<Fields extends { title?: string }>(fields: Fields): Fields {
  return fields.title === undefined ? fields : { ...fields, title: fields.title.slice(0, TITLE_LENGTH) };
}

/** Checks that a node that changes a ticket selects one ticket and changes a field. */
export function changeProblems(
  idName: 'faultId' | 'workOrderId',
  { key, [idName]: id, ...changes }: JsonObject,
): Problem[] {
  const problems: Problem[] = [];
  if ((id === undefined) === (key === undefined))
    problems.push({ path: 'key', ...say('one_of_two', { other: idName }) });
  if (Object.keys(changes).length === 0) {
    problems.push({ path: 'status', ...say('no_change') });
  }
  return problems;
}
