import type { UseFormReturnType } from '@mantine/form';
import { localDateTime } from '../../format/calendar-period';
import type { Recurrence, WorkOrder, WorkOrderInput } from './maintenance.queries';
import { type CalendarPlan, cronOf, planOf, USUAL_PLAN } from './recurrence';

/** The fields of the form of a work order. */
export interface OrderFields extends CalendarPlan {
  title: string;
  description: string;
  type: WorkOrder['type'];
  priority: WorkOrder['priority'];
  objectId: number | null;
  faultId: number | null;
  assigneeId: number | null;
  /** `2026-03-29T08:30` in the time zone of the platform; empty for none. */
  dueAt: string;
  checklist: StepFields[];
  repeats: 'none' | 'calendar' | 'counter';
  /** The zone of the calendar recurrence; null for that of the platform. */
  timezone: string | null;
  pointCode: string;
  everyHours: number | string;
}

export type OrderForm = UseFormReturnType<OrderFields>;

export interface StepFields {
  /** Identifies the row of the form. */
  key: string;
  text: string;
  done: boolean;
}

let lastKey = 0;

export function newStep({ text, done }: Omit<StepFields, 'key'>): StepFields {
  lastKey += 1;
  return { key: String(lastKey), text, done };
}

export const EMPTY_ORDER: OrderFields = {
  title: '',
  description: '',
  type: 'preventive',
  priority: 'normal',
  objectId: null,
  faultId: null,
  assigneeId: null,
  dueAt: '',
  checklist: [],
  repeats: 'none',
  timezone: null,
  pointCode: '',
  everyHours: 500,
  ...USUAL_PLAN,
};

export function toFields(order: WorkOrder, timeZone: string | undefined): OrderFields {
  const { recurrence, dueAt, description } = order;
  const { title, type, priority, objectId, faultId, assigneeId, checklist } = order;
  return {
    ...EMPTY_ORDER,
    title,
    type,
    priority,
    objectId,
    faultId,
    assigneeId,
    checklist: checklist.map(newStep),
    description: description ?? '',
    dueAt: dueAt ? localDateTime(timeZone, dueAt) : '',
    ...(recurrence?.cron && {
      repeats: 'calendar',
      timezone: recurrence.timezone ?? null,
      ...planOf(recurrence.cron),
    }),
    ...(recurrence?.pointCode && {
      repeats: 'counter',
      pointCode: recurrence.pointCode,
      everyHours: recurrence.everyHours,
    }),
  };
}

/** Returns the body of a request. The due date is sent without an offset: the API reads it in the platform's zone. */
export function toInput(fields: OrderFields): WorkOrderInput {
  const { title, description, type, priority, objectId, faultId, assigneeId, dueAt, checklist } = fields;
  return {
    type,
    priority,
    objectId,
    faultId,
    assigneeId,
    title: title.trim(),
    description: description || null,
    // Without a due date, the API plans the first work order of a calendar.
    ...(dueAt || fields.repeats !== 'calendar' ? { dueAt: dueAt || null } : {}),
    checklist: checklist.map(({ text, done }) => ({ text: text.trim(), done })),
    recurrence: recurrenceOf(fields),
  };
}

function recurrenceOf(fields: OrderFields): Recurrence | null {
  const { repeats, timezone, pointCode, everyHours } = fields;
  if (repeats === 'none') return null;
  return repeats === 'calendar'
    ? { cron: cronOf(fields), timezone }
    : { pointCode: pointCode.trim(), everyHours: Number(everyHours) };
}
