import type { AreaCard, ExecutionStatusChange, PointValue } from '@app/contracts';
import { type TSchema, Type } from '@sinclair/typebox';

/** The JSON Schema of what a client is sent, which the compiler holds to the type of the payload. */
export type PayloadSchema<Payload> = TSchema & { readonly static: Payload };

const nullable = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const word = <Word extends string>(...words: Word[]) => Type.Unsafe<Word>({ type: 'string', enum: words });
const uuid = (description: string) => Type.String({ format: 'uuid', description });
const instant = () => Type.String({ format: 'date-time' });

export const pointValue: PayloadSchema<PointValue> = Type.Object({
  code: Type.String({ description: "The point's code." }),
  value: Type.Unknown({
    description: 'A number, boolean or string, as the gateway has it; null if the gateway has no value.',
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
    ...word('normal', 'warning', 'overLimit'),
    description: 'How the current power compares with the limits.',
  }),
  lastReadingAt: nullable(instant(), 'Timestamp of the newest reading; null before the first.'),
});

export const energyUpdate: PayloadSchema<{ areas: AreaCard[] }> = Type.Object({
  areas: Type.Array(areaCard, { description: 'All areas with their current figures.' }),
});

export const executionStatus: PayloadSchema<ExecutionStatusChange> = Type.Object({
  workflowId: uuid('Id of the workflow.'),
  executionId: uuid('Id of the execution.'),
  status: Type.Unsafe<ExecutionStatusChange['status']>({
    ...word('running', 'success', 'failed'),
    description: '`running` when the execution was accepted, otherwise how it ended.',
  }),
});
