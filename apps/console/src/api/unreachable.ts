/** The server has not answered a call. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Sends a request like `fetch`. @throws Unreachable instead of the TypeError of `fetch` */
export async function reach(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    // An aborted call rejects with a DOMException.
    if (!(error instanceof TypeError)) throw error;
    throw new Unreachable('The server cannot be reached.', { cause: error });
  }
}
