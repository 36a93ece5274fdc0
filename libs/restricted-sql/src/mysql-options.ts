import type { ConnectionOptions } from 'mysql2';

/**
 * Returns the connection options of a URL. Except for `ssl`, the query of the URL is ignored, because it could allow
 * multiple statements or access to files.
 */
export function mysqlOptions(url: string): ConnectionOptions {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const ssl = searchParams.get('ssl');
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? 3306 : Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    ...(ssl !== null && { ssl: JSON.parse(ssl) as NonNullable<ConnectionOptions['ssl']> }),
    charset: 'utf8mb4',
    timezone: 'Z',
    multipleStatements: false,
    // Never sends a file of this machine, even if the server asks for one.
    flags: ['-LOCAL_FILES'],
  };
}
