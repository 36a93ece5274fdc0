import { matchesReading } from '@app/kernel';
import { type Static, Type } from '@sinclair/typebox';
import { defineNode, NodeFault, type NodeRun, type PointReading } from '@app/workflow-engine';
import { describeData } from './describe-data';
import { hasLimits, limitedValue } from './limited-value';
import { pointCode } from './point-code';

const Value = Type.Union([Type.Number(), Type.Boolean(), Type.String()], {
  title: 'Value',
  description: 'The value to write: a number, boolean or text.',
  examples: [21.5, '{{ variables.setPoint }}', true],
});

const Config = Type.Object({
  code: pointCode({
    title: 'Point',
    description: "The point's code.",
    examples: ['AHU1.SUPPLY.TEMP_SP'],
  }),
  value: Value,
  verify: Type.Optional(
    Type.Boolean({
      title: 'Read back',
      description:
        'Whether the node checks the value that is read after the write. The node fails if the point has another ' +
        'value.',
      default: true,
    }),
  ),
  tolerance: Type.Optional(
    Type.Number({
      title: 'Tolerance',
      description:
        'Largest allowed difference between the written number and the number that is read back, also before a ' +
        'revert. 32-bit rounding is always allowed.',
      minimum: 0,
      default: 0,
    }),
  ),
  maxStep: Type.Optional(
    Type.Number({
      title: 'Largest step',
      description:
        'Largest change of a number in one write. If the value is further away, the node writes the closest ' +
        'allowed value, which is in the output.',
      exclusiveMinimum: 0,
      examples: [0.5],
    }),
  ),
  maxRatePerMinute: Type.Optional(
    Type.Number({
      title: 'Largest rate',
      description:
        'Largest change of a number per minute since the service last wrote the point. The first write is ' +
        'not limited by it.',
      exclusiveMinimum: 0,
      examples: [0.2],
    }),
  ),
  revertAfterMs: Type.Optional(
    Type.Number({
      title: 'Revert after',
      description:
        'Milliseconds after which the previous value is written again, at most 30 days. If the value then differs ' +
        'from the written one by more than the tolerance, nothing is written.',
      minimum: 1,
      maximum: 30 * 86_400_000,
      examples: [3_600_000],
    }),
  ),
});

type Step = Pick<NodeRun<Static<typeof Config>, 'points'>, 'config' | 'ports' | 'nowMs' | 'log'>;

/** The fields of the output that describe the read-back, for a run that does not read the value back. */
const UNCHECKED = { readBack: null, quality: null, confirmed: false };

/**
 * Writes the value at least once. If a worker dies after the write and before the result is recorded, the write is
 * repeated. The repeat writes the same value, and overwrites a value that somebody has set in the meantime. With
 * `maxStep`, the repeat may move the value one step closer to the target.
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
        description: 'The value that was read after the write; null if the value was not checked.',
      }),
      quality: Type.Union(
        [Type.Literal('good'), Type.Literal('uncertain'), Type.Literal('bad'), Type.Null()],
        {
          description: 'Quality of the value that was read; null if the value was not checked.',
        },
      ),
      confirmed: Type.Boolean({
        description:
          'Whether the value was confirmed. False if it was not checked or was read with bad quality.',
      }),
      limited: Type.Boolean({
        description:
          'True if the limits did not allow the target value. The node then wrote the closest ' +
          'allowed value.',
      }),
      revertAt: Type.Union([Type.String(), Type.Null()], {
        description: 'When the previous value is restored, ISO 8601 UTC; null if the new value stays.',
      }),
    }),
  ),
  needs: ['points'],
  acts: true,
  savedChecks: [
    { fields: ['code'], check: ({ code }, { points }) => points.check({ code }) },
    {
      fields: ['value', 'code', 'maxStep', 'maxRatePerMinute'],
      // With limits, the node may write another value.
      check: (config, { points }) => (hasLimits(config) ? undefined : points.check(config)),
    },
  ],
  async rehearse(config, log, { ports, nowMs }) {
    const { code, verify = true, revertAfterMs } = config;
    const step = { config, ports, nowMs, log };
    const { value, limited } = await allowedValueOf(step);
    // With limits, `allowedValueOf` has already read the current value and checked that it is a usable number.
    if (revertAfterMs !== undefined && !hasLimits(config)) await assertRevertible(step);
    await ports.points.check({ code, value });
    log(`Would have written ${JSON.stringify(value)} to ${code}.`);
    const checked = verify ? { readBack: value, quality: 'good', confirmed: true } : UNCHECKED;
    return { code, value, ...checked, limited, revertAt: instantOf(revertAtMsOf(step)) };
  },
  async run(step) {
    const { config, execution, signal } = step;
    const { points } = step.ports;
    const { code, verify = true, tolerance } = config;
    signal.throwIfAborted();
    const { value, limited } = await allowedValueOf(step);
    const revertAtMs = revertAtMsOf(step);
    const revertAt = instantOf(revertAtMs);
    const readAfter = await points.write({ code, value, revertAtMs, tolerance, execution, signal });
    step.log(`Wrote ${JSON.stringify(value)} to ${code}.`);
    if (!verify) {
      return { kind: 'done', output: { code, value, ...UNCHECKED, limited, revertAt } };
    }
    const reading = readAfter ?? (await points.read(code));
    const confirmed = isConfirmed({ ...config, value }, reading);
    if (!confirmed)
      step.log(`${code} was read with bad quality, so it is not known whether it has the value.`);
    const { value: readBack, quality } = reading;
    return { kind: 'done', output: { code, value, readBack, quality, confirmed, limited, revertAt } };
  },
});

/** Returns the value that the limits allow, and whether this value differs from the configured one. */
async function allowedValueOf(step: Step) {
  const { config, ports, nowMs } = step;
  const { code, value: target, maxRatePerMinute } = config;
  if (!hasLimits(config)) return { value: target, limited: false };
  const current = await ports.points.read(code);
  const lastMs = maxRatePerMinute === undefined ? null : await ports.points.lastWrittenAtMs(code);
  const value = limitedValue(target, current, config, lastMs === null ? null : nowMs - lastMs);
  const limited = value !== target;
  if (limited)
    step.log(`The limits changed the value from ${JSON.stringify(target)} to ${JSON.stringify(value)}.`);
  return { value, limited };
}

/** @throws NodeFault `revert_impossible` if the current value cannot be read, because it could then not be restored */
async function assertRevertible({ config: { code }, ports }: Step): Promise<void> {
  const { value, quality } = await ports.points.read(code);
  if (value !== null && quality !== 'bad') return;
  const message = `The current value of ${code} cannot be read, so it could not be restored.`;
  throw new NodeFault('revert_impossible', message);
}

function revertAtMsOf({ config: { revertAfterMs }, nowMs }: Step): number | undefined {
  return revertAfterMs === undefined ? undefined : nowMs + revertAfterMs;
}

function instantOf(atMs: number | undefined): string | null {
  return atMs === undefined ? null : new Date(atMs).toISOString();
}

/**
 * Returns whether the reading confirms the written value. False if the reading is of bad quality.
 * @throws NodeFault `not_confirmed` if a usable reading has another value
 */
function isConfirmed({ code, value, tolerance = 0 }: Static<typeof Config>, reading: PointReading): boolean {
  if (reading.quality === 'bad') return false;
  if (matchesReading(value, reading.value, tolerance)) return true;
  const found = JSON.stringify(reading.value);
  throw new NodeFault(
    'not_confirmed',
    `${code} was set to ${JSON.stringify(value)} but its value is now ${found}.`,
  );
}
