/** The route of `authenticated-post.mjs`. Both sides use the same classes and the same controller. */
import 'reflect-metadata';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Body, Controller, Post } = require('@nestjs/common');
const { ApiProperty, ApiResponse } = require('@nestjs/swagger');
const { Type } = require('class-transformer');
const {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} = require('class-validator');

const SEVERITIES = ['minor', 'major', 'critical'];

class LocationDto {}
property(LocationDto, 'building', ApiProperty({ type: String }), IsString(), MaxLength(80));
property(LocationDto, 'floor', ApiProperty({ type: Number }), IsInt(), Min(-10), Max(200));

class ReportDto {}
property(ReportDto, 'name', ApiProperty({ type: String }), IsString(), MaxLength(80));
property(ReportDto, 'priority', ApiProperty({ type: Number }), IsInt(), Min(1), Max(5));
property(ReportDto, 'severity', ApiProperty({ enum: SEVERITIES }), IsIn(SEVERITIES));
property(
  ReportDto,
  'location',
  ApiProperty({ type: LocationDto }),
  IsObject(),
  ValidateNested(),
  Type(() => LocationDto),
);
property(
  ReportDto,
  'tags',
  ApiProperty({ type: [String] }),
  IsArray(),
  ArrayMaxSize(20),
  IsString({ each: true }),
  MaxLength(40, { each: true }),
);

class ReceiptDto {}
property(ReceiptDto, 'id', ApiProperty({ type: Number }));
property(ReceiptDto, 'name', ApiProperty({ type: String }));
property(ReceiptDto, 'severity', ApiProperty({ enum: SEVERITIES }));
property(ReceiptDto, 'fields', ApiProperty({ type: Number }));

export class ReportsController {
  take(report) {
    return {
      id: 1,
      name: report.name,
      severity: report.severity,
      fields: Object.keys(report).length,
    };
  }
}

/** Declares the handler of the route with these additional decorators. */
export function declareRoute(...decorators) {
  const { prototype } = ReportsController;
  Body()(prototype, 'take', 0);
  Reflect.defineMetadata('design:paramtypes', [ReportDto], prototype, 'take');
  const all = [...decorators, Post(), ApiResponse({ status: 201, type: ReceiptDto })];
  Reflect.decorate(all, prototype, 'take', Object.getOwnPropertyDescriptor(prototype, 'take'));
  Controller('bench-reports')(ReportsController);
}

function property({ prototype }, name, ...decorators) {
  Reflect.decorate(decorators, prototype, name);
}
