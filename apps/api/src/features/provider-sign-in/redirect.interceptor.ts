import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map } from 'rxjs';
import { isNavigation } from '../../http/pages/is-navigation';
import type { AuthorizationDto } from './provider-sign-in.dto';

/** If a browser opens the route as a page, redirects the browser to the `url` in the route's answer. */
@Injectable()
export class RedirectInterceptor implements NestInterceptor<AuthorizationDto, AuthorizationDto | undefined> {
  intercept(context: ExecutionContext, next: CallHandler<AuthorizationDto>) {
    const http = context.switchToHttp();
    if (!isNavigation(http.getRequest<Request>())) return next.handle();
    return next.handle().pipe(
      map(({ url }) => {
        http.getResponse<Response>().redirect(303, url);
        return undefined;
      }),
    );
  }
}
