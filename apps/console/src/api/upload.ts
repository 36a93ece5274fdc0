import { createPlantroom, type Plantroom } from '../../../../clients/typescript/src/index.js';
import { tokens } from './plantroom';
import { Unreachable } from './unreachable';

export interface UploadOptions {
  /** Called with the share of the body that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  /** If it aborts, the upload ends with a DOMException. */
  signal: AbortSignal;
}

/** Returns a client whose calls report how much of their body has been sent. */
export function uploadClient(onProgress: UploadOptions['onProgress']): Plantroom {
  return createPlantroom({
    baseUrl: location.origin,
    tokens,
    fetch: (request) => sendWithProgress(request, onProgress),
  });
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
    call.addEventListener('error', () => reject(new Unreachable('The server cannot be reached.')));
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
