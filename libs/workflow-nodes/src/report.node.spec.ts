import { say } from '@app/kernel';
import type { BackgroundWork, ReportPortRequest } from '@app/workflow-engine';
import {
  ACCEPTING,
  rehearseNode,
  TRIAL_EXECUTION,
  TRIAL_NOW_MS,
  tryNode,
} from '../../../test/factories/node-trial';
import { reportNode } from './report.node';

const template = { templateId: 4, range: 'lastMonth', format: 'pdf' };

function reportsWith(work: Partial<BackgroundWork>) {
  const requests: ReportPortRequest[] = [];
  const reports = {
    ...ACCEPTING,
    run(request: ReportPortRequest) {
      requests.push(request);
      const state = { status: 'queued', requestedAtMs: TRIAL_NOW_MS, fileId: null, error: null } as const;
      return Promise.resolve({ runId: 'run', ...state, ...work });
    },
  };
  return { requests, ports: { reports } };
}

describe('report', () => {
  it.each([
    [{ planId: 3 }, { planId: 3 }],
    [template, template],
  ])('generates %j with the key of the node run, and returns the file', async (config, content) => {
    const { requests, ports } = reportsWith({ status: 'completed', fileId: 'file' });
    const { outcome, logs } = await tryNode(reportNode, config, { ports });
    const output = { runId: 'run', fileId: 'file', status: 'completed' };
    expect(outcome).toEqual({ kind: 'done', output });
    expect(requests).toEqual([{ content, key: 'execution-1/node-1', execution: TRIAL_EXECUTION }]);
    expect(logs).toEqual(['Report run run created the file file.']);
  });

  it('waits until the report is generated, unless `wait` is false', async () => {
    const { outcome } = await tryNode(reportNode, { planId: 3 }, reportsWith({ status: 'running' }));
    expect(outcome).toEqual({ kind: 'poll', untilMs: TRIAL_NOW_MS + 1000 });
    const started = await tryNode(reportNode, { planId: 3, wait: false }, reportsWith({}));
    expect(started.outcome).toEqual({
      kind: 'done',
      output: { runId: 'run', fileId: null, status: 'queued' },
    });
  });

  it('fails with the error of the report run', async () => {
    const failing = tryNode(
      reportNode,
      template,
      reportsWith({ status: 'failed', error: say('other', { reason: 'Too many rows.' }) }),
    );
    await expect(failing).rejects.toMatchObject({ code: 'work_failed', message: 'Too many rows.' });
  });

  it('generates nothing in a dry run', async () => {
    const { output, logs } = await rehearseNode(reportNode, { planId: 3 }, reportsWith({}));
    expect(output).toMatchObject({ status: 'completed' });
    expect(logs).toEqual(['Would have generated the report of plan 3.']);
  });
});
