import { Type } from '@sinclair/typebox';
import { pointCode } from './point-code';

/**
 * The fields that identify a problem. A node that clears an alert must have the same values as the node that raised it.
 */
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
      description:
        'The thing that has the problem. Default: the point, or the workflow if no point is given.',
      minLength: 1,
      maxLength: 255,
      examples: ['AHU1'],
    }),
  ),
  pointCode: Type.Optional(
    pointCode({
      title: 'Point',
      description: "The point's code.",
      examples: ['F1.EAST.ZONE.CO2'],
    }),
  ),
};
