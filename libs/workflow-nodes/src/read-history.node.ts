import { say } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import { defineNode, type JsonObject, NodeFault, type Problem } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';
import { oneOf } from './one-of';
import { pointCode } from './point-code';

const MAX_MS = 366 * 86_400_000;

/**
 * The node has no side effects, so a repeated run reads again. The range of `lastMs` ends at the recorded start of the
 * node run, which is the same for the repeat.
 */
export const readHistoryNode = defineNode({
  type: 'read_history',
  name: 'Read history',
  description:
    'Reads the recorded values of a point from the gateway and aggregates them, for the whole range or per interval. ' +
    'Values of bad quality are ignored. Set either from and to, or lastMs. A dry run reads, too.',
  category: 'action',
  config: Type.Object({
    code: pointCode({
      title: 'Point',
      description: "The point's code.",
      examples: ['F1.EAST.ZONE.CO2'],
    }),
    from: Type.Optional(instant('From', 'Start of the range')),
    to: Type.Optional(instant('To', 'End of the range; not part of it')),
    lastMs: Type.Optional(
      Type.Number({
        title: 'Last',
        description:
          'Length of a range that ends when the node run starts, in milliseconds. At most 366 days.',
        minimum: 1,
        maximum: MAX_MS,
        examples: [3_600_000],
      }),
    ),
    interval: Type.Optional(
      oneOf(['15m', '1h', '1d'], {
        title: 'Interval',
        description: "Returns one value per interval. Days and hours are those of the platform's time zone.",
        examples: ['1h'],
      }),
    ),
    aggregate: oneOf(['mean', 'min', 'max', 'first', 'last', 'sum'], {
      title: 'Aggregate',
      description: 'How the values are aggregated. True counts as 1 and false as 0.',
      examples: ['mean'],
    }),
  }),
  outputs: describeData(
    Type.Object({
      values: Type.Array(Type.Object({ timestamp: Type.String(), value: anyValue({}) }), {
        description:
          'One value per interval, with the start of the interval. Intervals without usable values are ' +
          'omitted. Empty if no interval is set.',
      }),
      value: anyValue({
        description:
          'The value of the whole range. Null if an interval is set, or if the range has no usable value.',
      }),
    }),
  ),
  needs: ['readings'],
  acts: false,
  check: problemsOf,
  async run(step) {
    const { config, ports, nowMs } = step;
    step.signal.throwIfAborted();
    const { code, interval, aggregate } = config;
    const found = await ports.readings.history({ code, ...rangeOf(config, nowMs), interval, aggregate });
    if (interval) step.log(`Read ${found.length} values.`);
    const [whole] = interval ? [] : found;
    return {
      kind: 'done',
      output: { values: interval ? found.map((point) => ({ ...point })) : [], value: whole?.value ?? null },
    };
  },
});

function instant(title: string, description: string) {
  return Type.String({
    title,
    description: `${description}, as an ISO 8601 instant. Without an offset, it is in the platform's time zone.`,
    examples: ['2026-03-01T08:00:00Z', '{{ triggerData.from }}'],
  });
}

function rangeOf(
  { from, to, lastMs }: { from?: string; to?: string; lastMs?: number },
  nowMs: number,
): { from: string; to: string } {
  if (lastMs !== undefined && from === undefined && to === undefined)
    return { from: new Date(nowMs - lastMs).toISOString(), to: new Date(nowMs).toISOString() };
  if (from !== undefined && to !== undefined && lastMs === undefined) return { from, to };
  throw new NodeFault('config_invalid', 'Set either from and to, or lastMs, but not both.');
}

function problemsOf({ from, to, lastMs }: JsonObject): Problem[] {
  const hasRange = from !== undefined && to !== undefined && lastMs === undefined;
  const hasLength = lastMs !== undefined && from === undefined && to === undefined;
  return hasRange || hasLength
    ? []
    : [
        {
          path: 'from',
          ...say('with_to'),
        },
      ];
}
