import type { WorkflowEntity } from '@app/entities';
import { openDatabase, type TestDatabase, waitFor } from '../harness';
import { aWorkflow } from './a-workflow';
import { ExecutionWorkshop, type WorkshopOptions } from './execution-workshop';
import { FakeService } from './fake-service';

/** The workers of a group of tests, their database, and the external system that their nodes call. */
export interface Workshops {
  readonly database: TestDatabase;
  /** The external system. Each test has a new one. */
  readonly service: FakeService;
  /** Creates another worker, which is closed after the test. */
  readonly workshop: (options?: WorkshopOptions) => ExecutionWorkshop;
  /** Waits until a node has called this path of the external system. */
  readonly asked: (path: string) => Promise<unknown>;
  readonly workflowOf: (definition: object, more?: Partial<WorkflowEntity>) => Promise<WorkflowEntity>;
}

/**
 * Opens a database for a group of tests. Call this function directly inside the `describe`.
 * @param defaults the options of each worker
 */
export function useWorkshops(defaults: WorkshopOptions = {}): Workshops {
  let database: TestDatabase;
  let service: FakeService;
  const opened: ExecutionWorkshop[] = [];

  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    service = new FakeService();
  });
  afterEach(() => {
    for (const workshop of opened.splice(0)) workshop.close();
  });

  return {
    get database() {
      return database;
    },
    get service() {
      return service;
    },
    workshop: (options = {}) => {
      const ports = { http: service, ...defaults.ports, ...options.ports };
      const workshop = new ExecutionWorkshop(database, { ...defaults, ...options, ports });
      opened.push(workshop);
      return workshop;
    },
    asked: (path) => waitFor(() => service.paths.includes(path), { what: `the request for ${path}` }),
    workflowOf: (definition, more) => aWorkflow(database.dataSource, { definition, ...more }),
  };
}
