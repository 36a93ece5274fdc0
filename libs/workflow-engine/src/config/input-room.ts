import { say } from '@app/kernel';
import { ExpressionError } from '../expressions/expression-error';
import { jsonSize } from '../graph/json-size';
import type { Json } from '../json';
import { NodeFault } from '../node-fault';

/**
 * The size that expressions may still insert into one configuration, in characters of JSON. A value that is inserted
 * several times is not copied in memory, but appears several times in the serialized configuration. Therefore each
 * insertion counts.
 */
export class InputRoom {
  private left: number;

  constructor(private readonly maxCharacters: number) {
    this.left = maxCharacters;
  }

  /**
   * Counts an inserted value and returns it.
   * @throws NodeFault `input_too_large`, ExpressionError if the value cannot be serialized
   */
  readonly put = (value: Json): Json => {
    const size = jsonSize(value, this.left);
    if (size === Infinity) throw new ExpressionError(say('value_too_deep'), 0);
    this.left -= size;
    if (this.left < 0) throw tooLarge(this.maxCharacters);
    return value;
  };
}

function tooLarge(limit: number): NodeFault {
  const message = `The expressions of a node may insert at most ${limit} characters into its configuration.`;
  return new NodeFault('input_too_large', message, true);
}
