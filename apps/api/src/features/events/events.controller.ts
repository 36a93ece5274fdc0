import { CurrentUser, Roles, StreamToken, StreamTokens, tokenHolderOf } from '@app/auth';
import { Actor } from '@app/kernel';
import { Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags, ApiTooManyRequestsResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { ChangesNothing } from '../../http/body/changes-nothing.decorator';
import { Produces } from '../../http/reference/media-types.decorator';
import { EventStreamQueryDto, EventTokenDto } from './events.dto';
import { STREAM_EVENTS } from './stream-events';
import { StreamHub } from './stream-hub';
import { streamTypesOf } from './stream-types';

@ApiTags('Events')
@Controller()
export class EventsController {
  constructor(
    private readonly tokens: StreamTokens,
    private readonly hub: StreamHub,
  ) {}

  /** Create a stream token. Pass it to `GET /api/events` within 30 seconds. */
  @Post('events/token')
  @Roles('viewer')
  @ChangesNothing()
  issueToken(@CurrentUser() actor: Actor): EventTokenDto {
    return this.tokens.sign(tokenHolderOf(actor));
  }

  /**
   * Open the event stream. Each event has its type in `event:`, a number that counts up on this connection in `id:`,
   * and one JSON object in `data:`. The schema below describes that object; its field `type` distinguishes the
   * variants. A heartbeat is sent first and then every 30 seconds.
   *
   * **Slow clients.** A client that falls behind gets the newest events first, and only the latest value of each point.
   * If its queue is full, the oldest events are dropped. A client that is behind and reads nothing for
   * `LIMIT_STREAM_STALL_MS` (60 seconds by default) is disconnected, at the latest after twice this time.
   *
   * **Reconnecting.** Missed events are not sent again, and a token cannot be used after it has expired. On an error,
   * or if no heartbeat comes for more than 60 seconds:
   *
   * 1. Close the connection. An `EventSource` that reconnects by itself repeats the expired token and is refused.
   * 2. Get a new token from `POST /api/events/token`. If this fails, try again with a growing delay.
   * 3. Open the stream with the new token and wait for the first heartbeat.
   * 4. Read the state again, for example with `GET /api/energy/areas`, then apply the events that follow.
   *
   * **Roles.** Each role gets only events about data that it may read. For example, only operators and higher roles get
   * events about executions and exports, and only administrators get events about backups. The stream ends if the user
   * is deleted or gets another role, if their session is ended, or if the API key is deleted or expires.
   */
  @Get(['events', 'sse'])
  @StreamToken()
  @Produces('text/event-stream', 'The events, until the client closes the connection.')
  @ApiTooManyRequestsResponse({
    description: 'The user has too many open streams. Close one, or try again after `Retry-After` seconds.',
  })
  openStream(
    @CurrentUser() actor: Actor,
    @Query() { types }: EventStreamQueryDto,
    @Res() response: Response,
  ): void {
    this.hub.open(actor, streamTypesOf(types, actor.role, STREAM_EVENTS), response);
  }
}
