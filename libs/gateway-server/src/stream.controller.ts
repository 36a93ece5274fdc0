import { Controller, type MessageEvent, Sse } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { StreamService } from './stream.service';

@Controller('stream')
export class StreamController {
  constructor(private readonly stream: StreamService) {}

  @Sse()
  events(): Observable<MessageEvent> {
    return this.stream.listen();
  }
}
