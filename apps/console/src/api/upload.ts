import { createPlantroom } from '../../../../clients/typescript/src/index.js';
import { tokens, unwrap } from './plantroom';

interface UploadOptions {
  /** Called with the share of the body that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file to the list of files.
 * @throws ApiError
 * @throws DOMException if the signal aborts
 */
export async function uploadFile(file: File, { onProgress, signal }: UploadOptions): Promise<void> {
  const uploads = createPlantroom({
    baseUrl: location.origin,
    tokens,
    fetch: (request) => sendWithProgress(request, onProgress),
  });
  await unwrap(uploads.api.POST('/api/files', { body: { file }, signal }));
}

/** Sends a request like `fetch`, and also reports how much of the body has been sent. */
async function sendWithProgress(request: Request, onProgress: (share: number) => void): Promise<Response> {
  const body = await request.blob();
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(request.method, request.url);
    call.responseType = 'blob';
    for (const [name, value] of request.headers) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0));
    call.addEventListener('load', () => resolve(responseOf(call)));
    call.addEventListener('error', () => reject(new TypeError('The server cannot be reached.')));
    call.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')));
    request.signal.addEventListener('abort', () => call.abort());
    call.send(body.size > 0 ? body : null);
  });
}

function responseOf(call: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of call.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(call.response as Blob, { status: call.status, headers });
}
