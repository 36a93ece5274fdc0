/** A bare Nest application on Express without a logger. It has one route, whose body Nest's own pipe validates. */
import { createRequire } from 'node:module';
import { declareRoute, ReportsController } from './post-route.mjs';

const require = createRequire(import.meta.url);
const { Module, ValidationPipe } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');

declareRoute();
class BareModule {}
Module({ controllers: [ReportsController] })(BareModule);

const app = await NestFactory.create(BareModule, { logger: false });
// With `transform`, the handler gets an instance of the class, as in the product. By default, it gets a plain object.
app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
await app.listen(0, '127.0.0.1');
process.send?.({ type: 'ready', address: await app.getUrl(), path: '/bench-reports' });
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
