import { processDialect } from '@app/config';

/** True if the database of this profile is MariaDB. Otherwise, it is PostgreSQL. */
export const ON_MARIADB = processDialect() === 'mysql';
/** True if this profile has Redis. Otherwise, the queue and the counters are in the database. */
const ON_REDIS = (process.env.TEST_QUEUE_SERVER ?? '').startsWith('redis');

/* Each of these functions works as `describe` in profiles with the named server, and otherwise skips its tests. */
export const describeOnMariaDb = ON_MARIADB ? describe : describe.skip; // The embedded profile has no MariaDB.
export const describeOnPostgres = ON_MARIADB ? describe.skip : describe; // The MariaDB profile has no PostgreSQL.
export const describeOnRedis = ON_REDIS ? describe : describe.skip; // The embedded profile has no Redis.
