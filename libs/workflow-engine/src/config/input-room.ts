import { ExpressionError } from '../expressions/expression-error';
import { jsonSize } from '../graph/json-size';
import type { Json } from '../json';
import { NodeFault } from '../node-outcome';

/**
 * How much may still be put into one configuration, in characters of JSON. To put a value in costs nothing, for it is
 * shared; to write the configuration down costs all of it, as often as it was put in. So it counts each time.
 */
export class InputRoom {
  private left: number;

  constructor(private readonly maxCharacters: number) {
    this.left = maxCharacters;
  }

  /**
   * Puts a value in, and gives it back.
   * @throws NodeFault `input_too_large`, ExpressionError where it could not be written at all
   */
  readonly put = (value: Json): Json => {
    const size = jsonSize(value, this.left);
    if (size === Infinity) throw new ExpressionError('The value is nested too deeply.', 0);
    this.left -= size;
    if (this.left < 0) throw tooLarge(this.maxCharacters);
    return value;
  };
}

function tooLarge(limit: number): NodeFault {
  const message = `Expressions may put ${limit} characters into the configuration of a node at most.`;
  return new NodeFault('input_too_large', message, true);
}
