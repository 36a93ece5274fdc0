import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * An HTTP server whose requests and responses are made as Express wants them. Express gives each another prototype than
 * it was made with, which leaves every single one with a shape of its own: all that touches it is several times slower,
 * and it keeps kilobytes until the next full garbage collection. Where it has that prototype already nothing happens.
 */
export function createExpressServer(app: Express, options: ServerOptions = {}): Server {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  app.request = heirOf(app.request, ExpressRequest.prototype);
  app.response = heirOf(app.response, ExpressResponse.prototype);
  return createServer({ ...options, IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }, app);
}

function heirOf<Prototype extends object>(parent: Prototype, child: object): Prototype {
  return Object.setPrototypeOf(child, parent) as Prototype;
}
