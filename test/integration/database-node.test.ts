import { nodeCatalogue } from '@app/workflow-nodes';
import { dialectSql, WorkflowMemoryEntity } from '@app/entities';
import { openDatabase, type TestDatabase } from '../harness';

const node = nodeCatalogue.get('database');

describe('the description of the database node in GET /nodes', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());

  it('lists the columns of workflow_memory', () => {
    const named = /workflow_memory \(([^)]*)\)/.exec(node?.description ?? '')?.[1]?.split(', ');
    const { columns } = database.dataSource.getMetadata(WorkflowMemoryEntity);
    expect(named).toEqual(columns.map(({ databaseName }) => databaseName));
  });

  it('has examples that the database accepts', async () => {
    const examples = (node?.config.properties.query?.examples ?? []) as string[];
    expect(examples.length).toBeGreaterThan(0);
    for (const statement of examples) {
      const values = [...statement.matchAll(/\?/g)].map(() => 'a value');
      await dialectSql.query(database.dataSource.manager, statement, values);
    }
  });
});
