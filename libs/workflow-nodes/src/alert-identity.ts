import { Type } from '@sinclair/typebox';

/** The fields that identify a problem. The nodes that raise and clear an alert must have the same values. */
export const AlertIdentity = {
  type: Type.Optional(
    Type.String({
      title: 'Type',
      description: 'Kind of problem.',
      minLength: 1,
      maxLength: 100,
      default: 'workflow',
      examples: ['co2'],
    }),
  ),
  originator: Type.Optional(
    Type.String({
      title: 'Originator',
      description: 'The thing that has the problem. By default the point, and without a point the workflow.',
      minLength: 1,
      maxLength: 255,
      examples: ['AHU1'],
    }),
  ),
  pointCode: Type.Optional(
    Type.String({
      title: 'Point',
      description: "The point's code.",
      minLength: 1,
      maxLength: 255,
      examples: ['F1.EAST.ZONE.CO2'],
    }),
  ),
};
