import { Environment } from '@app/config';
import { Clock, type Message, SecretValues } from '@app/kernel';
import {
  evaluateText,
  ExpressionError,
  type Json,
  type JsonObject,
  type TextKind,
} from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { ExpressionSites } from '../expression-sites/expression-sites';

export interface PreviewInput {
  text: string;
  kind: TextKind;
  /** The values of the names that the expression reads. `env` is added. */
  data: JsonObject;
}

export interface Preview {
  value: Json;
  /** Why there is no value; null if there is a value. */
  error: (Message & { position: number }) | null;
}

/** Evaluates expressions for editors, outside of any execution. */
@Injectable()
export class ExpressionPreviewsService {
  constructor(
    private readonly sites: ExpressionSites,
    private readonly secrets: SecretValues,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** Evaluates a text with the given data. Secret variables of the environment are masked before the evaluation. */
  async preview({ text, kind, data }: PreviewInput): Promise<Preview> {
    const site = await this.sites.read(true);
    const env = JSON.parse(this.secrets.hide(JSON.stringify(this.secrets.variables))) as JsonObject;
    const limits = {
      nowMs: this.clock.nowMs(),
      maxSteps: this.environment.LIMIT_EXPRESSION_STEPS,
      site,
    };
    try {
      return { value: evaluateText(text, kind, { ...data, env }, limits), error: null };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return { value: null, error: { ...error.reason, position: error.position } };
    }
  }
}
