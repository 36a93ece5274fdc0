import { newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';

/** Identifies this worker process in claims. A restarted process has a new id. */
@Injectable()
export class WorkerIdentity {
  readonly id = newId();
}
