import { nodeCatalogue } from '@app/workflow-nodes';
import { dialectSql, WorkflowMemoryEntity } from '@app/entities';
import { openDatabase, type TestDatabase } from '../harness';

const node = nodeCatalogue.get('database');

describe('what GET /nodes says about the database node', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());

  it('names the columns that workflow_memory has', () => {
    const named = /workflow_memory \(([^)]*)\)/.exec(node?.description ?? '')?.[1]?.split(', ');
    const { columns } = database.dataSource.getMetadata(WorkflowMemoryEntity);
    expect(named).toEqual(columns.map(({ databaseName }) => databaseName));
  });

  it('has examples that the database understands', async () => {
    const examples = (node?.config.properties.query?.examples ?? []) as string[];
    expect(examples.length).toBeGreaterThan(0);
    for (const statement of examples) {
      const values = [...statement.matchAll(/\?/g)].map(() => 'a value');
      await dialectSql.query(database.dataSource.manager, statement, values);
    }
  });
});
