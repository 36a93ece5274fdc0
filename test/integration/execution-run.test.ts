import { aWorkflow } from '../factories/a-workflow';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { openDatabase, type TestDatabase } from '../harness';

const FIVE_NODES = {
  nodes: [
    { id: 'start', type: 'start', config: {} },
    {
      id: 'excess',
      type: 'variable',
      config: { name: 'excess', value: '{{ triggerData.temperature - 21 }}' },
    },
    { id: 'warm', type: 'condition', config: { expression: 'variables.excess > 1 && triggerData.occupied' } },
    { id: 'note', type: 'variable', config: { name: 'note', value: '{{ triggerData.zone }} is too warm' } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'excess' },
    { id: 'e2', source: 'excess', target: 'warm' },
    { id: 'e3', source: 'warm', target: 'note', label: 'true' },
    { id: 'e4', source: 'note', target: 'end' },
  ],
};

describe('running executions', () => {
  let database: TestDatabase;
  const workshops: ExecutionWorkshop[] = [];

  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());
  afterEach(() => {
    for (const workshop of workshops.splice(0)) workshop.close();
  });

  const workshop = (options: ConstructorParameters<typeof ExecutionWorkshop>[1] = {}) => {
    const made = new ExecutionWorkshop(database, options);
    workshops.push(made);
    return made;
  };

  it('runs five nodes to the end', async () => {
    const { dataSource } = database;
    const shop = workshop();
    const workflow = await aWorkflow(dataSource, { definition: FIVE_NODES });
    const detail = await shop.execute(workflow, { temperature: 23.5, occupied: true, zone: 'north' });
    expect(detail).toMatchObject({ status: 'success', error: null });
  });
});
