import { createDataSource } from './libs/entities/src/data-source';

/**
 * The data source of TypeORM's command line, on the database that `DATABASE_URL` names:
 * `DATABASE_URL=… npm run typeorm -- migration:show`. The two supported dialects share entities and migrations.
 */
export default createDataSource(process.env.DATABASE_URL ?? 'postgres://localhost/plantroom');
