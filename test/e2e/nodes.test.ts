import { TRIGGER_DESCRIPTORS } from '@app/domain';
import { EXPRESSION_FUNCTIONS } from '@app/workflow-engine';
import { describeNode, type NodeDescriptor, nodeTypes } from '@app/workflow-nodes';
import { RunningApi } from '../factories/running-api';

describe('the catalogue of node types', () => {
  let api: RunningApi;

  beforeAll(async () => {
    api = await RunningApi.start();
  });
  afterAll(() => api.stop());

  it('the catalogue of node types returns all the data that an editor needs', async () => {
    const { token } = await api.signInAs('engineer');
    const { status, body } = await api.call('GET', '/api/nodes', { token });
    expect(status).toBe(200);
    // The schemas of nodes have no fixed shape. The serializer must not drop any part of them.
    expect(body).toEqual({
      nodes: nodeTypes.map(describeNode),
      triggers: TRIGGER_DESCRIPTORS,
      functions: EXPRESSION_FUNCTIONS,
    });
    const types = (body as { nodes: NodeDescriptor[] }).nodes.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['start', 'loop', 'http_request', 'set_point']));
  });
});
