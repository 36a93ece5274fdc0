import { say } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import { defineNode, type JsonObject, type Problem, type ReportPortContent } from '@app/workflow-engine';
import { WaitFields, waitForWork } from './background-work';
import { describeData } from './describe-data';
import { recordReference } from './record-id';

const Config = Type.Object({
  planId: Type.Optional(
    recordReference('reportPlan', {
      title: 'Plan',
      description: 'Id of the report plan to run. Its recipients get the report by mail.',
      examples: [3],
    }),
  ),
  templateId: Type.Optional(
    recordReference('reportTemplate', {
      title: 'Template',
      description: 'Id of a report template, instead of a plan. The report is only stored as a file.',
      examples: [4],
    }),
  ),
  range: Type.Optional(
    Type.Union(
      [
        Type.Literal('yesterday'),
        Type.Literal('last7Days'),
        Type.Literal('last30Days'),
        Type.Literal('lastWeek'),
        Type.Literal('lastMonth'),
        Type.Literal('lastQuarter'),
        Type.Literal('lastYear'),
      ],
      {
        title: 'Range',
        description:
          'Required with a template. The period of the report, which consists of whole local days before the run.',
        examples: ['lastMonth'],
      },
    ),
  ),
  format: Type.Optional(
    Type.Union([Type.Literal('pdf'), Type.Literal('csv'), Type.Literal('excel')], {
      title: 'Format',
      description: 'Required with a template. The format of the file.',
      examples: ['pdf'],
    }),
  ),
  ...WaitFields,
});

/** Starts the report run once. A repeat of an interrupted node run finds the report run by the key of the node run. */
export const reportNode = defineNode({
  type: 'report',
  name: 'Report',
  description:
    'Generates the report of a plan or of a template, and waits for the file. Mails are sent after that. Fails with ' +
    '`work_failed` if the report fails, and with `work_timeout` if it takes too long. After a crash it continues with ' +
    'the same run.',
  category: 'action',
  config: Config,
  outputs: describeData(
    Type.Object({
      runId: Type.String({ description: 'Id of the run.' }),
      fileId: Type.Union([Type.String(), Type.Null()], {
        description: 'Id of the file; null if the report is not generated yet.',
      }),
      status: Type.Union([Type.Literal('queued'), Type.Literal('running'), Type.Literal('completed')], {
        description: 'Status of the file; `completed` if the node waits.',
      }),
    }),
  ),
  needs: ['reports'],
  acts: true,
  check: problemsOf,
  async rehearse(config, log, { ports }) {
    const { planId, templateId, wait = true } = config;
    await ports.reports.check(contentOf(config));
    const source = planId === undefined ? `template ${templateId}` : `plan ${planId}`;
    log(`Would have generated the report of ${source}.`);
    return wait
      ? { runId: NO_ID, fileId: NO_ID, status: 'completed' }
      : { runId: NO_ID, fileId: null, status: 'queued' };
  },
  async run(step) {
    const { config, execution, idempotencyKey: key, nowMs } = step;
    step.signal.throwIfAborted();
    const work = await step.ports.reports.run({ content: contentOf(config), key, execution });
    const waits = waitForWork(work, config, nowMs);
    if (waits) return waits;
    const { runId, fileId, status } = work;
    step.log(
      status === 'completed'
        ? `Report run ${runId} created the file ${fileId}.`
        : `Started report run ${runId}.`,
    );
    return { kind: 'done', output: { runId, fileId, status } };
  },
});

/** The run id in the output of a dry run. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

function contentOf({
  planId,
  templateId,
  range,
  format,
}: {
  planId?: number;
  templateId?: number;
  range?: Extract<ReportPortContent, { templateId: number }>['range'];
  format?: Extract<ReportPortContent, { templateId: number }>['format'];
}): ReportPortContent {
  if (planId !== undefined) return { planId };
  if (templateId === undefined || range === undefined || format === undefined) {
    throw new Error('Set either a report plan, or a template with its range and format.');
  }
  return { templateId, range, format };
}

function problemsOf({ planId, templateId, range, format }: JsonObject): Problem[] {
  if ((planId === undefined) === (templateId === undefined)) {
    return [{ path: 'planId', ...say('one_of_two', { other: 'templateId' }) }];
  }
  return Object.entries({ range, format }).flatMap(([path, value]): Problem[] => {
    if (planId === undefined && value === undefined)
      return [{ path, ...say('required_with', { other: 'templateId' }) }];
    if (planId !== undefined && value !== undefined) return [{ path, ...say('plan_defines') }];
    return [];
  });
}
