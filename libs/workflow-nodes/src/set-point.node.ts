import { matchesReading } from '@app/kernel';
import { type Static, Type } from '@sinclair/typebox';
import { defineNode, NodeFault, type PointReading } from '@app/workflow-engine';
import { describeData } from './describe-data';

const Value = Type.Union([Type.Number(), Type.Boolean(), Type.String()], {
  title: 'Value',
  description: 'The value to write: a number, boolean or text.',
  examples: [21.5, '{{ variables.setPoint }}', true],
});

const Config = Type.Object({
  code: Type.String({
    title: 'Point',
    description: "The point's code.",
    minLength: 1,
    maxLength: 255,
    examples: ['AHU1.SUPPLY.TEMP_SP'],
  }),
  value: Value,
  verify: Type.Optional(
    Type.Boolean({
      title: 'Read back',
      description:
        'Whether the value that is read after the write is checked. The node fails if the point has another value.',
      default: true,
    }),
  ),
  tolerance: Type.Optional(
    Type.Number({
      title: 'Tolerance',
      description:
        'Largest allowed difference between the number written and the number read, in addition to rounding.',
      minimum: 0,
      default: 0,
    }),
  ),
});

/**
 * Written at least once: if a worker dies after the write and before the result is recorded, the write is repeated.
 * The repeat writes the same value, and overwrites a value that somebody set in between.
 */
export const setPointNode = defineNode({
  type: 'set_point',
  name: 'Set point',
  description:
    'Writes a value to a point of the building and reads it back. Fails with `interlock` if the gateway forbids the ' +
    'write, and with `not_confirmed` if the point has another value afterwards. After a crash the value may be ' +
    'written twice.',
  category: 'action',
  config: Config,
  outputs: describeData(
    Type.Object({
      code: Type.String({ description: 'Code of the point.' }),
      value: Type.Union([Type.Number(), Type.Boolean(), Type.String()], {
        description: 'The value that was written.',
      }),
      readBack: Type.Union([Type.Number(), Type.Boolean(), Type.String(), Type.Null()], {
        description: 'The value that was read afterwards; null if it was not checked.',
      }),
      quality: Type.Union(
        [Type.Literal('good'), Type.Literal('uncertain'), Type.Literal('bad'), Type.Null()],
        {
          description: 'Quality of the value that was read; null if it was not checked.',
        },
      ),
      confirmed: Type.Boolean({
        description:
          'Whether the value was confirmed. False if it was not checked, or read with bad quality.',
      }),
    }),
  ),
  needs: ['points'],
  acts: true,
  rehearse({ code, value }, log) {
    log(`Would have written ${JSON.stringify(value)} to ${code}.`);
    return { code, value, readBack: value, quality: 'good', confirmed: true };
  },
  async run(step) {
    const { config, execution, signal } = step;
    const { points } = step.ports;
    const { code, value, verify = true } = config;
    signal.throwIfAborted();
    const readAfter = await points.write({ code, value, execution, signal });
    step.log(`Wrote ${JSON.stringify(value)} to ${code}.`);
    if (!verify) {
      return { kind: 'done', output: { code, value, readBack: null, quality: null, confirmed: false } };
    }
    const reading = readAfter ?? (await points.read(code));
    const confirmed = isConfirmed(config, reading);
    if (!confirmed) step.log(`${code} was read with bad quality: whether it has the value is not known.`);
    const { value: readBack, quality } = reading;
    return { kind: 'done', output: { code, value, readBack, quality, confirmed } };
  },
});

/** @throws NodeFault `not_confirmed` if the point definitely has another value */
function isConfirmed({ code, value, tolerance = 0 }: Static<typeof Config>, reading: PointReading): boolean {
  if (reading.quality === 'bad') return false;
  if (matchesReading(value, reading.value, tolerance)) return true;
  const found = JSON.stringify(reading.value);
  throw new NodeFault('not_confirmed', `${code} was set to ${JSON.stringify(value)} but has ${found}.`);
}
