import { say } from '@app/kernel';
import type { BackgroundWork, ExportPortRequest } from '@app/workflow-engine';
import {
  ACCEPTING,
  rehearseNode,
  TRIAL_EXECUTION,
  TRIAL_NOW_MS,
  tryNode,
} from '../../../test/factories/node-trial';
import { exportNode } from './export.node';

const config = { type: 'energy', from: '2026-02-01', to: '2026-03-01', filters: { areaId: 2 } };

function exportsWith(work: Partial<BackgroundWork>) {
  const requests: ExportPortRequest[] = [];
  const exports = {
    ...ACCEPTING,
    run(request: ExportPortRequest) {
      requests.push(request);
      const state = { status: 'queued', requestedAtMs: TRIAL_NOW_MS, fileId: null, error: null } as const;
      return Promise.resolve({ jobId: 'job', ...state, ...work });
    },
  };
  return { requests, ports: { exports } };
}

describe('export', () => {
  it('requests the export with the key of the node run, and returns the file', async () => {
    const { requests, ports } = exportsWith({ status: 'completed', fileId: 'file' });
    const { outcome, logs } = await tryNode(exportNode, config, { ports });
    const output = { jobId: 'job', fileId: 'file', status: 'completed' };
    expect(outcome).toEqual({ kind: 'done', output });
    expect(requests).toEqual([{ ...config, key: 'execution-1/node-1', execution: TRIAL_EXECUTION }]);
    expect(logs).toEqual(['Export job created the file file.']);
  });

  it.each([
    [0, 1000],
    [20_000, 5000],
    [1_800_000, 30_000],
    [3_590_000, 10_000],
  ])(
    'checks again after a pause that grows with the time waited, up to the time limit: after %i ms, a pause of %i ms',
    async (waitedMs, pauseMs) => {
      const { ports } = exportsWith({ status: 'running', requestedAtMs: TRIAL_NOW_MS - waitedMs });
      const { outcome } = await tryNode(exportNode, config, { ports });
      expect(outcome).toEqual({ kind: 'poll', untilMs: TRIAL_NOW_MS + pauseMs });
    },
  );

  it('does not wait if `wait` is false', async () => {
    const { outcome } = await tryNode(exportNode, { ...config, wait: false }, exportsWith({}));
    expect(outcome).toEqual({ kind: 'done', output: { jobId: 'job', fileId: null, status: 'queued' } });
  });

  it('fails with the error of the failed export', async () => {
    const failing = tryNode(
      exportNode,
      config,
      exportsWith({ status: 'failed', error: say('other', { reason: 'Too many rows.' }) }),
    );
    await expect(failing).rejects.toMatchObject({ code: 'work_failed', message: 'Too many rows.' });
  });

  it('fails at the time limit with the error of the last attempt', async () => {
    const late = exportsWith({
      requestedAtMs: TRIAL_NOW_MS - 5000,
      error: say('other', { reason: 'The store is full.' }),
    });
    await expect(tryNode(exportNode, { ...config, timeoutMs: 5000 }, late)).rejects.toMatchObject({
      code: 'work_timeout',
      message: expect.stringContaining('The store is full.'),
    });
  });

  it.each([
    [true, 'completed'],
    [false, 'queued'],
  ])('exports nothing in a dry run, and with wait = %s returns the status %s', async (wait, status) => {
    const { output, logs } = await rehearseNode(exportNode, { ...config, wait }, exportsWith({}));
    expect(output).toMatchObject({ status });
    expect(logs).toEqual(['Would have exported energy from 2026-02-01 to 2026-03-01.']);
  });
});
