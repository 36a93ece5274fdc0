import { CurrentUser, Roles, StreamToken, StreamTokens } from '@app/auth';
import { Actor } from '@app/kernel';
import { Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTooManyRequestsResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { ChangesNothing } from '../../http/changes-nothing.decorator';
import { Produces } from '../../http/media-types.decorator';
import { EventStreamQueryDto, EventTokenDto } from './events.dto';
import { STREAM_EVENTS } from './stream-events';
import { StreamHub } from './stream-hub';
import { streamTypesOf } from './stream-types';

@Controller()
export class EventsController {
  constructor(
    private readonly tokens: StreamTokens,
    private readonly hub: StreamHub,
  ) {}

  /** Issues a token that opens the event stream. */
  @Post('events/token')
  @Roles('viewer')
  @ChangesNothing()
  issueToken(@CurrentUser() actor: Actor): EventTokenDto {
    return this.tokens.sign(actor.requireUserId());
  }

  /**
   * Opens an event stream. Each event has its type in `event:`, how many were written on this connection in `id:`, and
   * JSON `{type, kind, timestamp, …}` in `data:`; there is no replay. A heartbeat comes first and every 30 seconds.
   * A client that is behind is sent the newest events first and of each point the latest value alone; beyond a bound,
   * what is oldest is dropped. It ends when the user is removed or gets another role.
   */
  @Get(['events', 'sse'])
  @StreamToken()
  @Produces('text/event-stream', 'The events, until the client leaves.')
  @ApiTooManyRequestsResponse({
    description: 'The user has as many streams open as one may; `Retry-After` tells when to come again.',
  })
  openStream(
    @CurrentUser() actor: Actor,
    @Query() { types }: EventStreamQueryDto,
    @Res() response: Response,
  ): void {
    const user = { userId: actor.requireUserId(), role: actor.role };
    this.hub.open(user, streamTypesOf(types, STREAM_EVENTS), response);
  }
}
