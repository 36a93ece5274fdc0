import { SecretValues } from '@app/kernel';
import type { CallPortRequest } from '@app/workflow-engine';
import { ExecutionCalls } from './execution-calls';

describe('a call of another workflow', () => {
  it('masks secret environment variables in the input of the called workflow', async () => {
    const requests: CallPortRequest[] = [];
    const started = { id: 'child', status: 'running', output: null, error: null, startedAtMs: 0 } as const;
    const service = {
      call: async (request: CallPortRequest) => {
        requests.push(request);
        return started;
      },
    };
    const calls = new ExecutionCalls(service as never, new SecretValues({ ERP: 'opensesame-42' }));
    const request = {
      key: 'key',
      workflowId: 'called',
      execution: { id: 'caller', workflowId: 'calling' },
      input: { dsn: 'erp://opensesame-42@host', floor: 2 },
    };
    expect(await calls.call(request as never)).toBe(started);
    expect(requests).toEqual([{ ...request, input: { dsn: 'erp://********@host', floor: 2 } }]);
  });
});
