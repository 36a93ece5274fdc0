import type { ConnectionOptions } from 'mysql2';

/** What is taken from a URL, and nothing else: its query could switch on several statements or the reading of files. */
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
    // Never sends a file of this machine, whatever the server asks for.
    flags: ['-LOCAL_FILES'],
  };
}
