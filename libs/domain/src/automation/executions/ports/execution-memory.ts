import { SecretValues } from '@app/kernel';
import type {
  Json,
  RecallPortKey,
  RecallPort,
  RememberPort,
  RememberPortChange,
  RememberPortResult,
} from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { RememberedValuesService } from '../../remembered-values/remembered-values.service';

/** The remembered values of workflows. Secrets of the environment are stored masked. */
@Injectable()
export class ExecutionMemory implements RecallPort, RememberPort {
  constructor(
    private readonly values: RememberedValuesService,
    private readonly secrets: SecretValues,
  ) {}

  recall(key: RecallPortKey): Promise<{ value: Json; updatedAt: string } | null> {
    return this.values.recall(key);
  }

  change({ value = null, expected = null, ...change }: RememberPortChange): Promise<RememberPortResult> {
    return this.values.change({ ...change, value: this.masked(value), expected: this.masked(expected) });
  }

  private masked(value: Json): Json {
    return JSON.parse(this.secrets.hide(JSON.stringify(value))) as Json;
  }
}
