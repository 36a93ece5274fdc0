import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { CallStatistics } from './call-statistics';
import { Faults } from './faults';

/** Counts each call, and applies the faults that a test has set. */
@Injectable()
export class FaultMiddleware implements NestMiddleware {
  constructor(
    private readonly faults: Faults,
    private readonly statistics: CallStatistics,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const path = request.baseUrl || request.path;
    if (path.startsWith('/sim/')) return next();
    this.statistics.count(path);
    switch (this.faults.strike(path)) {
      case 'hang':
        return; // The call never gets a response.
      case 'error':
        response.status(500).json({ error: 'The gateway failed.' });
        return;
      case 'unauthorized':
        response.status(401).json({ error: 'The token is no longer valid.' });
        return;
      case 'malformed':
        response.type('application/json').send('{"items": [{"code": ');
        return;
      case null:
        return next();
    }
  }
}
