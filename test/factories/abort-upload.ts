import { connect } from 'node:net';
import type { RunningApi } from './running-api';

export interface AbortedUpload {
  path: string;
  token: string;
  /** The id of the request, with which a test finds the log lines of the request. */
  requestId: string;
  /** The first bytes of the file. */
  bytes: Buffer;
}

/** Sends the beginning of an upload, and closes the connection. */
export function abortUpload(api: RunningApi, { path, token, requestId, bytes }: AbortedUpload): void {
  const { hostname, port } = new URL(api.address);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    `X-Request-Id: ${requestId}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 8000000',
    '',
    '--x',
    'Content-Disposition: form-data; name="file"; filename="a.glb"',
    '',
    '',
  ].join('\r\n');
  socket.on('error', () => undefined);
  socket.write(Buffer.concat([Buffer.from(head), bytes]), () => setImmediate(() => socket.destroy()));
}
