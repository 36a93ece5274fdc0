interface NodeRow {
  readonly type: string;
  /** The fields of the configuration, with their fixed values. */
  readonly config: Record<string, readonly string[]>;
  /** The paths of the output. */
  readonly output: readonly string[];
  readonly branches?: readonly string[];
}

/** The contract states no fixed values for the field. */
const ANY: readonly string[] = [];

/** The nodes of workflows whose configuration and output the contract states. */
export const nodeRows: readonly NodeRow[] = [
  {
    type: 'read_point',
    config: { codes: ANY },
    output: [
      ...['code', 'value', 'quality', 'timestamp', 'ageMs'].map((field) => `points[].${field}`),
      'value',
      'quality',
    ],
  },
  {
    type: 'read_history',
    config: {
      code: ANY,
      from: ANY,
      to: ANY,
      lastMs: ANY,
      interval: ['15m', '1h', '1d'],
      aggregate: ['mean', 'min', 'max', 'first', 'last', 'sum'],
    },
    output: ['values[].timestamp', 'values[].value', 'value'],
  },
  {
    type: 'read_energy',
    config: {
      areaId: ANY,
      energyType: ['electricity', 'gas', 'water', 'heating', 'cooling'],
      period: ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'custom'],
      from: ANY,
      to: ANY,
      interval: ['hour', 'day', 'week', 'month'],
      metric: ['energy', 'cost', 'emissions', 'demand', 'baseline', 'budget'],
    },
    output: [
      'total',
      'avg',
      'peak',
      'peakTime',
      'unit',
      'coverage',
      'silentMeters',
      'comparedToLastPeriod',
      'points',
      'actual',
      'saving',
      'forecast',
      'willMiss',
    ],
  },
  {
    type: 'remember',
    config: {
      scope: ['workflow', 'site'],
      name: ANY,
      operation: ['set', 'add', 'compareAndSet', 'push', 'clear'],
      value: ANY,
      expected: ANY,
      maxItems: ANY,
      expiresInMs: ANY,
    },
    output: ['value', 'previous', 'changed'],
  },
  {
    type: 'recall',
    config: { scope: ['workflow', 'site'], name: ANY, default: ANY },
    output: ['value', 'updatedAt'],
  },
  {
    type: 'wait_for',
    config: {
      'points.watch': ANY,
      'points.condition': ANY,
      'points.match': ['any', 'all'],
      'event.name': ANY,
      'event.condition': ANY,
      call: ANY,
      timeoutMs: ANY,
    },
    output: ['result', 'data'],
    branches: ['met', 'timeout'],
  },
  {
    type: 'run_workflow',
    config: { workflowId: ANY, input: ANY, wait: ANY, timeoutMs: ANY },
    output: ['executionId', 'status', 'output'],
  },
  {
    type: 'respond',
    config: { status: ANY, headers: ANY, body: ANY },
    output: ['status', 'headers', 'body'],
  },
  {
    type: 'set_point',
    config: { code: ANY, value: ANY, maxStep: ANY, maxRatePerMinute: ANY, revertAfterMs: ANY },
    output: ['limited', 'revertAt'],
  },
];
