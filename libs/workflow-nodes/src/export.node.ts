import { ALERT_SEVERITIES, isInstantText, say } from '@app/kernel';
import { defineNode, type JsonObject, type Problem } from '@app/workflow-engine';
import { type Static, type TLiteral, Type } from '@sinclair/typebox';
import { WaitFields, waitForWork } from './background-work';
import { describeData } from './describe-data';
import { recordId, recordReference } from './record-id';
import { isFixedText } from './saved-text';

const oneOf = (...values: string[]) =>
  Type.Optional(Type.Union<TLiteral<string>[]>(values.map((value) => Type.Literal(value))));
const id = Type.Optional(recordId());

/**
 * The filters of all types of export, as in `POST /api/reports/export`. The export itself checks that its type has the
 * given filters.
 */
const ExportFilters = {
  areaId: Type.Optional(recordReference('area')),
  energyType: oneOf('electricity', 'gas', 'water', 'heating', 'cooling'),
  interval: oneOf('hour', 'day', 'week', 'month'),
  status: oneOf('open', 'in_progress', 'resolved', 'closed', 'active', 'cleared'),
  severity: oneOf(...ALERT_SEVERITIES),
  objectId: id,
  assigneeId: id,
  alertId: id,
  acknowledged: Type.Optional(Type.Boolean()),
  shelved: Type.Optional(Type.Boolean()),
  pointCode: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  source: oneOf('gateway', 'rule', 'workflow', 'manual'),
};

const Instant = (title: string, description: string, example: string) =>
  Type.String({ title, description, minLength: 1, maxLength: 64, examples: [example] });

const Config = Type.Object({
  type: Type.Union([Type.Literal('energy'), Type.Literal('faults'), Type.Literal('alarms')], {
    title: 'Type',
    description: 'The records to export.',
    examples: ['energy'],
  }),
  from: Instant('From', 'Start of the range, inclusive, ISO 8601.', '2026-03-01'),
  to: Instant('To', 'End of the range, exclusive, ISO 8601.', '{{ new Date(Date.now()).toISOString() }}'),
  filters: Type.Optional(
    Type.Object(ExportFilters, {
      title: 'Filters',
      description:
        'Filters of the type, as in `POST /api/reports/export`. Each type allows only some of the filters.',
      examples: [{ areaId: 2, interval: 'day' }],
    }),
  ),
  ...WaitFields,
});

/** Starts the export once. A repeat of an interrupted node run finds the export by the key of the run. */
export const exportNode = defineNode({
  type: 'export',
  name: 'Export',
  description:
    'Exports energy, faults or alerts (`alarms`) to a CSV file, and waits for the file. Fails with `work_failed` if ' +
    'the export fails, and with `work_timeout` if it takes too long. After a crash it continues with the same export.',
  category: 'action',
  config: Config,
  outputs: describeData(
    Type.Object({
      jobId: Type.String({ description: 'Id of the export.' }),
      fileId: Type.Union([Type.String(), Type.Null()], {
        description: 'Id of the file; null if the export is not completed.',
      }),
      status: Type.Union([Type.Literal('queued'), Type.Literal('running'), Type.Literal('completed')], {
        description: 'Status of the export; `completed` if the node waits.',
      }),
    }),
  ),
  needs: ['exports'],
  acts: true,
  check: problemsOf,
  savedChecks: [
    {
      fields: ['from', 'to', 'type', 'filters'],
      check: (config, { exports: port }) => port.check(requestOf(config)),
    },
  ],
  async rehearse(config, log, { ports }) {
    const { type, from, to, wait = true } = config;
    await ports.exports.check(requestOf(config));
    log(`Would have exported ${type} from ${from} to ${to}.`);
    return wait
      ? { jobId: NO_ID, fileId: NO_ID, status: 'completed' }
      : { jobId: NO_ID, fileId: null, status: 'queued' };
  },
  async run(step) {
    const { config, execution, idempotencyKey: key, nowMs } = step;
    step.signal.throwIfAborted();
    const work = await step.ports.exports.run({ ...requestOf(config), key, execution });
    const waits = waitForWork(work, config, nowMs);
    if (waits) return waits;
    const { jobId, fileId, status } = work;
    step.log(
      status === 'completed' ? `Export ${jobId} created the file ${fileId}.` : `Started export ${jobId}.`,
    );
    return { kind: 'done', output: { jobId, fileId, status } };
  },
});

function requestOf({ type, from, to, filters }: Static<typeof Config>) {
  const request = { type, from, to };
  return filters === undefined ? request : { ...request, filters };
}

/** The job id in the output of a dry run. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

function problemsOf(config: JsonObject): Problem[] {
  return ['from', 'to'].flatMap((path) => {
    const text = config[path];
    if (!isFixedText(text) || text === '' || isInstantText(text)) return [];
    return [{ path, ...say('not_day_or_instant') }];
  });
}
