import type {
  AlertChangeFact,
  AreaCard,
  BackupUpdate,
  ExecutionProgress,
  ExecutionStatusChange,
  ExportUpdate,
  FaultUpdate,
  LightGroup,
  LightingUpdate,
  LightResult,
  MaintenanceUpdate,
  PointValue,
  ReadingImportUpdate,
  ReportRunUpdate,
  WidgetUpdate,
} from '@app/contracts';
import { ALERT_SEVERITIES, type Message } from '@app/kernel';
import { type TSchema, Type } from '@sinclair/typebox';

/** The JSON Schema of an event's payload. The compiler checks that the schema matches the type `Payload`. */
export type PayloadSchema<Payload> = TSchema & { readonly static: Payload };

const nullable = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const word = <Word extends string>(...words: Word[]) => Type.Unsafe<Word>({ type: 'string', enum: words });
const uuid = (description: string) => Type.String({ format: 'uuid', description });
const instant = () => Type.String({ format: 'date-time' });

export const pointValue: PayloadSchema<PointValue> = Type.Object({
  code: Type.String({ description: "The point's code." }),
  value: Type.Unknown({
    description: 'A number, boolean or string, unchanged from the gateway; null if the gateway has no value.',
  }),
  quality: Type.Unsafe<PointValue['quality']>({
    ...word('good', 'uncertain', 'bad'),
    description: 'Quality of the value.',
  }),
  timestamp: Type.String({ format: 'date-time', description: 'When the value was measured.' }),
});

const areaCard: PayloadSchema<AreaCard> = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'Id of the area.' }),
  parentId: nullable(Type.Integer({ minimum: 1 }), 'Id of the area that contains this one; null for none.'),
  name: Type.String({ description: "The area's name." }),
  currentPower: nullable(Type.Number(), 'Current power in kW; null if there is no recent reading.'),
  energyToday: nullable(Type.Number(), 'Electricity since midnight in kWh; null if nothing was measured.'),
  energyMonth: nullable(
    Type.Number(),
    'Electricity since the first of the month in kWh; null if nothing was measured.',
  ),
  status: Type.Unsafe<AreaCard['status']>({
    ...word('normal', 'warning', 'overLimit', 'unknown'),
    description: 'How the current power compares with the limits; unknown if it is null.',
  }),
  lastReadingAt: nullable(instant(), 'Timestamp of the newest reading; null before the first.'),
});

export const energyUpdate: PayloadSchema<{ areas: AreaCard[] }> = Type.Object({
  areas: Type.Array(areaCard, { description: 'All areas with their current figures.' }),
});

const lightGroup: PayloadSchema<LightGroup> = Type.Object({
  deviceId: Type.String({ description: 'Id of the device.' }),
  on: nullable(Type.Boolean(), 'Whether the light is on; null if it is not known.'),
  level: nullable(
    Type.Number(),
    'Level in percent; null if the light cannot be dimmed, or if its level is not known.',
  ),
});

const message = Type.Object({
  code: Type.String({ description: 'Code of the sentence.' }),
  values: Type.Unsafe<Message['values']>({
    type: 'object',
    additionalProperties: true,
    description: 'The values that the sentence names. A value may be a message itself.',
  }),
  message: Type.String({ description: 'The sentence in English.' }),
});

const lightResult: PayloadSchema<LightResult> = Type.Object({
  deviceId: Type.String({ description: 'Id of the device.' }),
  success: Type.Boolean({ description: 'Whether the light has accepted the command.' }),
  error: Type.Optional(Type.String({ description: 'Why the light has not accepted the command.' })),
  code: Type.Optional(Type.String({ description: 'Machine-readable code of the error.' })),
  reason: Type.Optional(message),
});

export const lightingUpdate: PayloadSchema<LightingUpdate> = Type.Object({
  labelId: Type.String({ description: 'Id of the label.' }),
  on: Type.Unsafe<LightingUpdate['on']>({
    oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['half'] }],
    description:
      'Whether at least one light of the label is on; `half` if all lights have accepted the command `half`.',
  }),
  groups: Type.Array(lightGroup, { description: 'All lights of the label with their reported states.' }),
  results: Type.Array(lightResult, {
    description: 'Results of the command. Empty if the lights report a change without a command.',
  }),
});

export const executionStatus: PayloadSchema<ExecutionStatusChange> = Type.Object({
  workflowId: uuid('Id of the workflow.'),
  executionId: uuid('Id of the execution.'),
  status: Type.Unsafe<ExecutionStatusChange['status']>({
    ...word('running', 'success', 'failed'),
    description: '`running` when the execution was accepted, otherwise how it ended.',
  }),
});

export const executionProgress: PayloadSchema<ExecutionProgress> = Type.Object({
  workflowId: uuid('Id of the workflow.'),
  executionId: uuid('Id of the execution.'),
});

const recordId = (description: string) => Type.Integer({ minimum: 1, description });
const share = () => Type.Number({ minimum: 0, maximum: 1, description: 'Share of the work that is done.' });

export const faultUpdate: PayloadSchema<FaultUpdate> = Type.Object({
  faultId: recordId('Id of the fault.'),
  status: Type.Unsafe<FaultUpdate['status']>({
    ...word('open', 'in_progress', 'resolved', 'closed'),
    description: 'Status of the fault.',
  }),
  severity: Type.Unsafe<FaultUpdate['severity']>({
    ...word(...ALERT_SEVERITIES),
    description: 'Severity of the fault.',
  }),
  title: Type.String({ description: 'Title of the fault.' }),
});

export const exportUpdate: PayloadSchema<ExportUpdate> = Type.Object({
  jobId: uuid('Id of the export.'),
  status: Type.Unsafe<ExportUpdate['status']>({
    ...word('queued', 'running', 'completed', 'failed'),
    description:
      'Status of the export. It is `queued` again while a failed attempt waits for its repetition.',
  }),
  progress: share(),
  fileId: nullable(uuid('Id of the file.'), 'Id of the file; null until the export is completed.'),
  error: nullable(Type.String(), 'Why the last attempt failed; null if it did not fail.'),
  failure: nullable(message, '`error` with its code and its values, for programs.'),
});

export const backupUpdate: PayloadSchema<BackupUpdate> = Type.Object({
  backupId: uuid('Id of the backup.'),
  status: Type.Unsafe<BackupUpdate['status']>({
    ...word('queued', 'running', 'completed', 'failed'),
    description: 'Status of the backup.',
  }),
  progress: share(),
});

export const importUpdate: PayloadSchema<ReadingImportUpdate> = Type.Object({
  importId: recordId('Id of the import.'),
  status: Type.Unsafe<ReadingImportUpdate['status']>({
    ...word('running', 'done', 'failed', 'undone'),
    description: 'Status of the import. It is `running` again while an undo deletes the readings.',
  }),
  progress: share(),
});

export const reportUpdate: PayloadSchema<ReportRunUpdate> = Type.Object({
  runId: uuid('Id of the run.'),
  planId: nullable(Type.Integer({ minimum: 1 }), 'Id of the report plan; null for a run without a plan.'),
  status: Type.Unsafe<ReportRunUpdate['status']>({
    ...word('queued', 'running', 'sending', 'completed', 'undelivered', 'failed'),
    description: 'Status of the run.',
  }),
  progress: share(),
});

type AlarmPayload = Pick<AlertChangeFact, 'alertId' | 'code' | 'severity' | 'message' | 'messageText'>;

const alarmFields = {
  alertId: Type.Integer({ minimum: 1, description: 'Id of the alert.' }),
  code: nullable(Type.String(), "The point's code; null if the alert does not concern a point."),
  severity: Type.Unsafe<AlertChangeFact['severity']>({
    ...word(...ALERT_SEVERITIES),
    description: 'Severity of the alert.',
  }),
  message: nullable(Type.String(), 'Message of the alert; null if it has none.'),
  messageText: nullable(message, 'Code and values of `message`; null if the platform has not written it.'),
};

export const alarm: PayloadSchema<AlarmPayload> = Type.Object(alarmFields);

export const alertUpdate: PayloadSchema<AlertChangeFact> = Type.Object({
  ...alarmFields,
  change: Type.Unsafe<AlertChangeFact['change']>({
    ...word('raised', 'repeated', 'changed', 'acknowledged', 'cleared', 'shelved', 'unshelved'),
    description: 'The change of the alert.',
  }),
  title: Type.String({ description: 'Title of the alert.' }),
  status: Type.Unsafe<AlertChangeFact['status']>({
    ...word('active', 'cleared'),
    description: 'Status of the alert.',
  }),
  acknowledged: Type.Boolean({ description: 'Whether somebody has acknowledged the alert.' }),
  shelvedUntil: nullable(instant(), 'End of the shelving; null if the alert is not shelved.'),
  occurrences: Type.Integer({ minimum: 1, description: 'How often the problem was reported.' }),
});

export const maintenanceUpdate: PayloadSchema<MaintenanceUpdate> = Type.Object({
  maintenanceId: recordId('Id of the work order.'),
  status: Type.Unsafe<MaintenanceUpdate['status']>({
    ...word('open', 'in_progress', 'on_hold', 'completed', 'cancelled'),
    description: 'Status of the work order.',
  }),
  title: Type.String({ description: 'Title of the work order.' }),
});

const metricKey = Type.String({ description: '`widget:` and the id of the widget.' });

export const widgetUpdate: PayloadSchema<{ metricKey: string } & Omit<WidgetUpdate, 'widgetId'>> =
  Type.Object({
    metricKey,
    widgetType: Type.Unsafe<WidgetUpdate['widgetType']>({
      ...word('stats', 'chart', 'list', 'weather', 'energy'),
      description: 'Type of the widget.',
    }),
    data: Type.Unsafe<WidgetUpdate['data']>({
      description: 'The data, as in the list of widgets; null if there is none.',
    }),
  });

export const widgetDelete: PayloadSchema<{ metricKey: string }> = Type.Object({ metricKey });
