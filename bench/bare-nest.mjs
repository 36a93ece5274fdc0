/** A bare Nest application on Express without a logger. It has one route, which returns the JSON of its argument. */
import 'reflect-metadata';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Controller, Get, Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');

const answer = JSON.parse(process.argv[2] ?? '{}');

class BareController {
  read() {
    return answer;
  }
}
const { prototype } = BareController;
Get('bare')(prototype, 'read', Object.getOwnPropertyDescriptor(prototype, 'read'));
Controller()(BareController);
class BareModule {}
Module({ controllers: [BareController] })(BareModule);

const app = await NestFactory.create(BareModule, { logger: false });
await app.listen(0, '127.0.0.1');
process.send?.({ type: 'ready', address: await app.getUrl() });
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
