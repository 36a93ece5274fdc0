import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * Creates an HTTP server whose requests and responses have the prototypes of Express from the start. Otherwise Express
 * replaces the prototype of each object, which gives each object its own hidden class. Property access is then several
 * times slower, and each object keeps kilobytes until the next full garbage collection.
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
