import { connect, type Socket } from 'node:net';
import type { RunningApi } from './running-api';

export interface BegunUpload {
  path: string;
  token: string;
  /** The id of the request, with which a test finds the log lines of the request. */
  requestId?: string;
  /** The first bytes of the file. */
  bytes: Buffer;
}

/** Sends the beginning of an upload, and keeps the connection open. */
export function beginUpload(
  api: RunningApi,
  { path, token, requestId, bytes }: BegunUpload,
  onSent?: () => void,
): Socket {
  const { hostname, port } = new URL(api.address);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    ...(requestId === undefined ? [] : [`X-Request-Id: ${requestId}`]),
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 8000000',
    '',
    '--x',
    'Content-Disposition: form-data; name="file"; filename="a.glb"',
    '',
    '',
  ].join('\r\n');
  socket.on('error', () => undefined);
  socket.write(Buffer.concat([Buffer.from(head), bytes]), onSent);
  return socket;
}

/** Sends the beginning of an upload, and closes the connection. */
export function abortUpload(api: RunningApi, upload: BegunUpload): void {
  const socket = beginUpload(api, upload, () => setImmediate(() => socket.destroy()));
}
