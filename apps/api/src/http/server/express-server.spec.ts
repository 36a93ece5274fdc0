import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createExpressServer } from './express-server';

describe('the HTTP server of an Express application', () => {
  it('creates requests and responses with prototypes that Express does not have to replace', async () => {
    const app = express();
    const prototypes: unknown[] = [];
    app.get('/things/:id', (request, response) => {
      prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
      response.status(201).json({ id: request.params.id, agent: request.get('user-agent') });
    });
    const server = createExpressServer(app);
    server.prependListener('request', (request, response) => {
      prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/things/7`, { headers: { 'user-agent': 'a test' } });
    expect([answer.status, await answer.json()]).toEqual([201, { id: '7', agent: 'a test' }]);
    expect(prototypes).toEqual([app.request, app.response, app.request, app.response]);
    expect(prototypes.every((prototype, index) => prototype === prototypes[index % 2])).toBe(true);
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
});
