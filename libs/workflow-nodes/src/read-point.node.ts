import { Type } from '@sinclair/typebox';
import { defineNode } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';
import { pointCode } from './point-code';

const Code = pointCode();
const Quality = Type.Union([Type.Literal('good'), Type.Literal('uncertain'), Type.Literal('bad')]);

/** The node has no effects, so a repeated run reads again. */
export const readPointNode = defineNode({
  type: 'read_point',
  name: 'Read point',
  description:
    'Reads the current values of points of the building from the gateway. Fails with `not_found` if the gateway does ' +
    'not have one of the codes. A dry run reads, too.',
  category: 'action',
  config: Type.Object({
    codes: Type.Union([Code, Type.Array(Code, { minItems: 1, maxItems: 1000 })], {
      title: 'Points',
      description: 'Codes of points, as one text or a list. In a code, `*` matches any text.',
      examples: ['AHU1.SUPPLY.TEMP', ['F1.*.ZONE.CO2', 'F2.*.ZONE.CO2']],
    }),
  }),
  outputs: describeData(
    Type.Object({
      points: Type.Array(
        Type.Object({
          code: Type.String(),
          value: anyValue({}),
          quality: Quality,
          timestamp: Type.String(),
          ageMs: Type.Number(),
        }),
        {
          description:
            'The points, each with its code, value, quality, time of the measurement, and age of the ' +
            'measurement when the node run starts.',
        },
      ),
      value: anyValue({ description: 'The value if exactly one point was read; null if several were read.' }),
      quality: Type.Union([Quality, Type.Null()], {
        description: 'The quality of this value: good, uncertain or bad. Null if several points were read.',
      }),
    }),
  ),
  needs: ['readings'],
  acts: false,
  async run(step) {
    const { config, ports, nowMs } = step;
    step.signal.throwIfAborted();
    const readings = await ports.readings.values([config.codes].flat());
    const points = readings.map(({ code, value, quality, timestamp }) => {
      const ageMs = Math.max(0, nowMs - Date.parse(timestamp));
      return { code, value, quality, timestamp, ageMs };
    });
    step.log(`Read ${points.length} ${points.length === 1 ? 'point' : 'points'}.`);
    const [only = null] = points.length === 1 ? points : [];
    return { kind: 'done', output: { points, value: only?.value ?? null, quality: only?.quality ?? null } };
  },
});
