import 'reflect-metadata';
import { Environment, loadEnvironment } from '@app/config';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiModule } from './api.module';
import { describeApp } from './http/reference/describe-app';
import { publishedDocument } from './reference/published-document';

/** A valid environment. The application never connects to the addresses in it. */
const NOWHERE = {
  DATABASE_URL: 'postgres://nowhere/plantroom',
  QUEUE_URL: 'redis://nowhere',
  JWT_SECRET: 'x'.repeat(32),
  GATEWAY_URL: 'http://nowhere',
  GATEWAY_USERNAME: 'nobody',
  GATEWAY_PASSWORD: 'nothing',
  PLATFORM_TIMEZONE: 'UTC',
};

/** Builds the API reference. */
export async function describeApi(): Promise<OpenAPIObject> {
  return publishedDocument(await describeApiRoutes());
}

/** Describes the routes as the API does at its start, but without a database, a queue or a gateway. */
export async function describeApiRoutes(): Promise<OpenAPIObject> {
  const environment = loadEnvironment(Environment, NOWHERE);
  const app = await NestFactory.create(ApiModule.forRoot(environment), {
    // Nest inspects only the classes and constructs no instances.
    preview: true,
    abortOnError: false,
    logger: ['error'],
  });
  return describeApp(app).document;
}
