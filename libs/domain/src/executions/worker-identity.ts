import { newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';

/** Who this process is among the workers. A restarted one is another. */
@Injectable()
export class WorkerIdentity {
  readonly id = newId();
}
