import { type AcceptedDelivery, WebhookAnswersService } from '@app/domain';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { beyondDeadline } from '../../http/body/request-deadline';
import { toDeliveryDto } from './webhooks.dto';

/** Browsers must not run anything in an answer that a workflow has written. */
const INERT = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** If the workflow has a `respond` node, replaces the usual answer to a delivery with the answer of that node. */
@Injectable()
export class WorkflowAnswerInterceptor implements NestInterceptor {
  constructor(private readonly answers: WebhookAnswersService) {}

  intercept(context: ExecutionContext, next: CallHandler<AcceptedDelivery>): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    return next.handle().pipe(mergeMap((accepted) => this.answer(accepted, request, response)));
  }

  private async answer(accepted: AcceptedDelivery, request: Request, response: Response): Promise<unknown> {
    const delivery = toDeliveryDto(accepted);
    const { executionId, mayAnswer } = accepted;
    if (!mayAnswer || response.headersSent || response.destroyed) return delivery;
    const left = new AbortController();
    response.once('close', () => left.abort());
    const answer = await beyondDeadline(request, () => this.answers.waitFor(executionId, left.signal));
    if (!answer || response.headersSent || response.destroyed) return delivery;
    const { status, headers, body } = answer;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Security-Policy', INERT).setHeader('X-Content-Type-Options', 'nosniff');
    response.status(status).end(hasBody(status) ? body : undefined);
    return undefined;
  }
}

/** HTTP allows no body for the statuses 204, 205 and 304. */
function hasBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}
